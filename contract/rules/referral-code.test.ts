import { expect, it } from 'vitest';
import { tidyReferralCode } from './referral-code.ts';

it.each([
  '7ggzkqwq',
  '7GGZKQWQ',
  ' 7ggzkqwq ',
  '7ggzkqwq.',
  '7ggzkqwq,',
  '(7ggzkqwq)',
  '"7ggzkqwq"',
  '7ggzkqwq/',
  '７ggzkqwq',
])('tidies %j', (typed) => {
  expect(tidyReferralCode(typed)).toBe('7ggzkqwq');
});

it('keeps a hyphen or an underscore at the end', () => {
  expect(tidyReferralCode('_ana-')).toBe('_ana-');
});
