import * as events from '../../contract/events/events.ts';
import { signOutEverywhere } from '../domain/accounts/account-pool.ts';
import { passwordChangedNotice } from '../domain/mail/account-notices.ts';
import { mailOnce } from '../domain/mail/mail-once.ts';
import { cognito } from '../platform/aws/cognito.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { ses } from '../platform/aws/ses.ts';
import { readConfig, resourceNames } from '../platform/config.ts';
import { consume } from '../platform/consume.ts';

const config = readConfig(
  resourceNames('IDEMPOTENCY_TABLE', 'MAIL_LOG_TABLE', 'SENDER_ADDRESS', 'SITE_URL', 'USER_POOL_ID'),
);
const pool = cognito();
const send = mailOnce({ mailer: ses(), tables: dynamodb(), config, now: () => new Date() });

/** Signs out only if the trigger could not, because the person may have signed in with the new password. See decision 031. */
export const handler = consume(
  events.passwordReset,
  async ({ userId, resetId, email, isSignedOut }, context) => {
    if (!isSignedOut) await signOutEverywhere(pool, { userPoolId: config.USER_POOL_ID, userId });
    const mail = passwordChangedNotice(config.SITE_URL);
    await send(
      { idempotencyKey: `passwordReset#${resetId}`, to: email, mail, logUnder: { userId } },
      context,
    );
  },
);
