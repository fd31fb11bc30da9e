import * as events from '../../../contract/events/events.ts';
import { signOutEverywhere } from '../../domain/accounts/sign-out-everywhere.ts';
import { passwordChangedNotice } from '../../domain/mail/account-notices.ts';
import { cognito } from '../../platform/aws/cognito.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { consume } from '../../platform/consume.ts';
import { mailOnce } from '../../wiring/mail-once-wiring.ts';

const { SITE_URL, USER_POOL_ID } = readConfig({ SITE_URL: resourceName, USER_POOL_ID: resourceName });
const pool = cognito();
const send = mailOnce(() => new Date());

/** Signs out only if the trigger could not, because the person may have signed in with the new password. See decision 031. */
export const handler = consume(
  events.passwordReset,
  async ({ userId, resetId, email, isSignedOut }, context) => {
    if (!isSignedOut) await signOutEverywhere(pool, { userPoolId: USER_POOL_ID, userId });
    const mail = passwordChangedNotice(SITE_URL);
    await send(
      { idempotencyKey: `passwordReset#${resetId}`, to: email, mail, logUnder: { userId } },
      context,
    );
  },
);
