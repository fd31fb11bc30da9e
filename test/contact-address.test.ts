import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { owner } from '../settings.ts';

test.each([
  'content/legal/privacy.md',
  'content/legal/terms.md',
  'web/public/.well-known/security-policy.txt',
])('%s names the address of the contact page, and no other', (file) => {
  const addresses = readFileSync(file, 'utf8').match(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g);
  expect(new Set(addresses)).toEqual(new Set([owner.contactAddress]));
});
