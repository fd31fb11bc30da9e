import { expect, test } from 'vitest';
import { freeUntil } from '../../../test/free-until.ts';
import { welcomeMail } from './account-notices.ts';

test('names the last day of a free offer that ends', () => {
  const textNow = () => welcomeMail('https://site.test').text;
  freeUntil('2026-12-31');
  expect(textNow()).toContain('Claim it before the end of December 31, 2026 (UTC), and keep it for life.');
  freeUntil(undefined);
  expect(textNow()).not.toContain('before the end of');
});
