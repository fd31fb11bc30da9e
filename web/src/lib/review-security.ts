import { callApi } from './call-api.ts';
import { logQuietly } from './log-quietly.ts';

/**
 * Makes the site email the owner about changes of the sign-in methods. Call it after each sign-in and
 * each change, without waiting. If it fails, the next sign-in reports the same changes.
 */
export function reviewSecurity(): void {
  callApi('reviewSecurity').catch((cause: unknown) =>
    logQuietly('The site was not asked to review the security of the account', cause),
  );
}
