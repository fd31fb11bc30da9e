import { describe, expect, it } from 'vitest';
import { createRecoveryCodes, findRecoveryCode } from './recovery-code-hashes.ts';

const now = new Date('2026-11-24T12:00:00Z');
const { codes, stored } = createRecoveryCodes(now);
const [code = '', otherCode = ''] = codes;

describe('createRecoveryCodes', () => {
  it('returns ten different codes without letters that look like digits', () => {
    expect(new Set(codes).size).toBe(10);
    for (const each of codes) expect(each).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
  });

  it('stores hashes only', () => {
    expect(stored.createdAt).toBe(now.toISOString());
    expect(new Set(stored.hashes).size).toBe(10);
    const text = JSON.stringify(stored);
    for (const each of codes) {
      expect(text).not.toContain(each);
      expect(text).not.toContain(each.replaceAll('-', ''));
    }
  });

  it('uses another salt for each set', () => {
    expect(createRecoveryCodes(now).stored.id).not.toBe(stored.id);
  });
});

describe('findRecoveryCode', () => {
  it('finds each code', () => {
    expect([code, otherCode].map((each) => findRecoveryCode(each, stored))).toEqual(
      stored.hashes.slice(0, 2),
    );
  });

  it.each([
    ['in small letters', (text: string) => text.toLowerCase()],
    ['without dashes', (text: string) => text.replaceAll('-', '')],
    ['with spaces', (text: string) => ` ${text.replaceAll('-', ' ')} `],
    ['with letters for digits', (text: string) => text.replaceAll('0', 'o').replaceAll('1', 'l')],
  ])('finds a code that was typed %s', (_, typed) => {
    expect(findRecoveryCode(typed(code), stored)).toBe(stored.hashes[0]);
  });

  it.each(['', '0000-0000-0000', code.slice(0, -1), `${code}0`, '\u0000', '🗺️'])(
    'does not find %j',
    (typed) => {
      expect(findRecoveryCode(typed, stored)).toBeUndefined();
    },
  );

  it('finds nothing in another set or without a set', () => {
    expect(findRecoveryCode(code, { ...stored, id: 'another set' })).toBeUndefined();
    expect(findRecoveryCode(code, { ...stored, hashes: [] })).toBeUndefined();
    expect(findRecoveryCode(code, undefined)).toBeUndefined();
  });
});
