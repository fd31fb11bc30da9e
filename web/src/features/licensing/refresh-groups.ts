import { isLicensed } from '../../../../contract/groups.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import { currentSession } from '../../lib/session.ts';

/** Renews the tokens, which carry the groups of the moment they were made. True if one of them is a license. */
export async function refreshGroups(): Promise<boolean> {
  const { accessToken } = await loadChunk(
    'identity-provider',
    () => import('../../lib/identity-provider.ts'),
  );
  await accessToken({ forceRefresh: true });
  return isLicensed(currentSession()?.groups ?? []);
}
