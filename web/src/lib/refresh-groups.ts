import { accessOf } from '../../../contract/records/groups.ts';
import { loadIdentityProvider } from './load-identity-provider.ts';
import { currentSession } from './session.ts';

/**
 * Renews the tokens, which contain the groups of the time they were created. True if one of them is
 * a license.
 */
export async function refreshGroups(): Promise<boolean> {
  const { accessToken } = await loadIdentityProvider();
  await accessToken({ forceRefresh: true });
  return accessOf(currentSession()?.groups ?? []) === 'license';
}
