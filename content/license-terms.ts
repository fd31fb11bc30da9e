interface LicenseTerms {
  /** The day from which they apply. */
  version: string;
  /** Checksum of the points. A test fails when somebody changes a text that buyers have agreed to. */
  sha256: string;
  points: { name: string; text: string }[];
}

const points = [
  {
    name: 'No subscription',
    text: 'The license does not run out and does not renew. Every future update of the toolkit comes with it.',
  },
  {
    name: 'No connection needed',
    text: 'Once it is downloaded, the toolkit works offline: on a train, in a cabin, far from any harbor.',
  },
  {
    name: 'Your files stay yours',
    text: 'Worlds are stored on your own computer, as many as your disk can hold. Backups are in your hands.',
  },
];
const sha256 = 'd0880b46a28779a770146a7779db45c252968184881171fb327fb953cd12f5aa';

/**
 * What a license includes. Every order stores the version that its buyer saw, so never change or
 * remove a version: add a new one at the start, and its date at the start of
 * contract/rules/terms-versions.ts. The earlier versions stay readable at `/terms/<version>`.
 */
export const licenseTerms: LicenseTerms[] = [
  // The terms of service changed, and what the license includes did not.
  { version: '2026-11-25', sha256, points },
  { version: '2025-06-13', sha256, points },
];
