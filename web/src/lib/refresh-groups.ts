import { isLicensed } from '../../../contract/records/groups.ts';
import { loadIdentityProvider } from './load-identity-provider.ts';
import { currentSession } from './session.ts';

/** Renews the tokens, which carry the groups of the moment they were made. True if one of them is a license. */
export async function refreshGroups(): Promise<boolean> {
  const { accessToken } = await loadIdentityProvider();
  await accessToken({ forceRefresh: true });
  return isLicensed(currentSession()?.groups ?? []);
}
