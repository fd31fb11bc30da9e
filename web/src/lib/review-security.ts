import { callApi } from './call-api.ts';
import { logQuietly } from './log-quietly.ts';

/**
 * Call it after each sign-in and after each change of how a person signs in: the site then emails the
 * owner about changes. Nobody waits for it. If it fails, the next sign-in reports the same changes.
 */
export function reviewSecurity(): void {
  callApi('reviewSecurity').catch((cause: unknown) =>
    logQuietly('The site was not asked to review the security of the account', cause),
  );
}
