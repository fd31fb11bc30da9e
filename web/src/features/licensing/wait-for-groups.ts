import { refreshGroups } from '../../lib/refresh-groups.ts';
import { waitForLicense } from './wait-for-license.ts';

/** Waits until the tokens contain the license, when the header and the download page change. It never fails. */
export const waitForGroups = (signal: AbortSignal): Promise<unknown> =>
  waitForLicense({ isLicenseActive: async () => true, refreshGroups }, signal).catch(() => 'late');
