import { describe, expect, it } from 'vitest';
import { escapePattern, maxRegexLength, regexMatch } from './firewall-rules.ts';

describe('regexMatch', () => {
  const match = (regexString: string) =>
    regexMatch({ regexString, fieldToMatch: {}, textTransformations: [] });

  it('accepts no pattern that is too long for AWS WAF', () => {
    const longest = 'a'.repeat(maxRegexLength);
    expect(match(longest)).toMatchObject({ regexMatchStatement: { regexString: longest } });
    expect(() => match(`${longest}a`)).toThrow('AWS WAF accepts at most 200 characters');
  });
});

describe('escapePattern', () => {
  it('makes a pattern that matches nothing but the text', () => {
    const text = '/a.b*c+(d)[e]{f}|^$?\\';
    expect(text).toMatch(new RegExp(`^${escapePattern(text)}$`));
    expect(escapePattern('/api/a.b')).toBe('/api/a\\.b');
  });
});
