import { expect, it } from 'vitest';
import { readMailLink } from './mail-link.ts';

it('reads the address and the code from the fragment', () => {
  const hash = `#email=${encodeURIComponent('ana+lore@example.test')}&code=123456`;

  expect(readMailLink({ search: '?mode=verify', hash })).toEqual({
    mode: 'verify',
    email: 'ana+lore@example.test',
    code: '123456',
  });
  expect(readMailLink({ search: '?mode=reset', hash })?.mode).toBe('reset');
  expect(readMailLink({ search: '?mode=email', hash })?.mode).toBe('email');
});

it.each([
  ['', '#email=a&code=1'],
  ['?mode=other', '#email=a&code=1'],
  ['?mode=verify', ''],
  ['?mode=verify&email=a&code=1', '#email=a'],
])('returns null for %j with %j', (search, hash) => {
  expect(readMailLink({ search, hash })).toBeNull();
});
