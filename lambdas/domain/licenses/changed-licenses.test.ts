import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changedLicenses, testClaims, testLicense } from './test-changed-licenses.ts';
import { LicenseError, verifyLicense } from './verify-license.ts';

const { signer, keys, license } = await testLicense();
const isAccepted = (text: string) =>
  verifyLicense(text, { keys, siteName: testClaims.iss }).then(
    () => true,
    (error) => {
      if (!(error instanceof LicenseError)) throw error;
      return false;
    },
  );

it('rejects 2,000 changed files', { tags: ['extended', 'long'] }, async () => {
  expect(await isAccepted(license)).toBe(true);
  await fc.assert(
    fc.asyncProperty(changedLicenses(license, signer), async (text) => {
      expect(await isAccepted(text)).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});
