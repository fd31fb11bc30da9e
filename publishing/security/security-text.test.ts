import { expect, test } from 'vitest';
import { owner } from '../../settings.ts';
import { securityText } from './security-text.ts';

const expiryOf = (builtAt: string) => {
  const [, expires = ''] = /^Expires: (\S+)$/m.exec(securityText(new Date(builtAt))) ?? [];
  return expires;
};

test('contains the contact for security reports in the fields of RFC 9116', () => {
  expect(securityText(new Date('2026-11-22T12:00:00Z'))).toBe(`Contact: mailto:${owner.contactAddress}
Contact: https://lorewright.example/contact
Expires: 2027-09-30T23:59:59Z
Preferred-Languages: en
Canonical: https://lorewright.example/.well-known/security.txt
Policy: https://lorewright.example/security
CSAF: https://lorewright.example/csaf/provider-metadata.json
`);
});

test.each([
  ['2026-01-01T00:00:00Z', '2026-12-31T23:59:59Z'],
  ['2026-03-31T23:59:59Z', '2026-12-31T23:59:59Z'],
  ['2026-04-01T00:00:00Z', '2027-03-31T23:59:59Z'],
  ['2024-02-29T12:00:00Z', '2024-12-31T23:59:59Z'],
  ['2026-12-31T23:59:59Z', '2027-09-30T23:59:59Z'],
])('expires for a build of %s at the same time for its quarter: %s', (builtAt, expires) => {
  expect(expiryOf(builtAt)).toBe(expires);
  const daysLeft = (Date.parse(expires) - Date.parse(builtAt)) / 86_400_000;
  expect(daysLeft).toBeGreaterThan(270);
  expect(daysLeft).toBeLessThan(366);
});
