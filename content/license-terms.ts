import { securityUpdatesEnd } from '../contract/content/security-updates.ts';

/** One thing that a license includes. */
interface LicensePoint {
  name: string;
  text: string;
}

/** The contents of a license, by version of the terms. */
export const licenseTerms: Readonly<Record<string, readonly LicensePoint[]>> = {
  '2025-06-13': [
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
    {
      name: 'Safe for years',
      text: `The toolkit gets security updates until at least ${securityUpdatesEnd}.`,
    },
  ],
};
