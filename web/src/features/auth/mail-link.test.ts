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

it.each([encodeURIComponent, (fragment: string) => encodeURIComponent(encodeURIComponent(fragment))])(
  'reads a fragment that was encoded as a whole',
  (encode) => {
    const email = 'ana+100%1&b@example.test';
    const fragment = `#email=${encodeURIComponent(email)}&code=123456`;
    const expected = { mode: 'reset', email, code: '123456', end: '' };
    expect(readMailLink({ search: `?mode=reset${encode(fragment)}`, hash: '' })).toEqual(expected);
    expect(readMailLink({ search: '?mode=reset', hash: `#${encode(fragment.slice(1))}` })).toEqual(expected);
  },
);

it.each([
  ['', '#email=a&code=1'],
  ['?mode=other', '#email=a&code=1'],
  ['?mode=verify', ''],
  ['?mode=verify%23', ''],
  ['?mode=verify%23email%3D%ZZ', ''],
  ['?mode=verify&email=a&code=1', '#email=a'],
])('returns null for %j with %j', (search, hash) => {
  expect(readMailLink({ search, hash })).toBeNull();
});
