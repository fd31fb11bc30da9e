import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { unconfirmedHours } from '../contract/rules/account-limits.ts';

test('the privacy policy says how long an unconfirmed account is kept', () => {
  const policy = readFileSync('content/legal/privacy.md', 'utf8');
  expect(policy).toContain(`within ${unconfirmedHours} hours, the account is removed`);
});
