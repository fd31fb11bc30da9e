import { expect, it } from 'vitest';
import { readMailLink } from './mail-link.ts';

it('reads the address and the code from the fragment', () => {
  const hash = `#email=${encodeURIComponent('ana+lore@example.test')}&code=123456&end=a.b`;

  expect(readMailLink({ search: '?mode=verify', hash })).toEqual({
    mode: 'verify',
    email: 'ana+lore@example.test',
    code: '123456',
    end: 'a.b',
  });
  expect(readMailLink({ search: '?mode=reset', hash })?.mode).toBe('reset');
  expect(readMailLink({ search: '?mode=email', hash })?.mode).toBe('email');
});

it.each(['', '?utm_source=mail'])('reads a fragment whose # was written as %%23, after %j', (more) => {
  const email = 'ana#1@example.test';
  const search = `?mode=verify${more.replace('?', '&')}%23email=${encodeURIComponent(email)}&code=123456`;
  expect(readMailLink({ search, hash: '' })).toEqual({ mode: 'verify', email, code: '123456', end: '' });
});

it.each([
  ['', '#email=a&code=1'],
  ['?mode=other', '#email=a&code=1'],
  ['?mode=verify', ''],
  ['?mode=verify&email=a&code=1', '#email=a'],
])('returns null for %j with %j', (search, hash) => {
  expect(readMailLink({ search, hash })).toBeNull();
});
