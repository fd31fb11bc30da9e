import { createHash } from 'node:crypto';
import type { Context, CustomEmailSenderTriggerEvent } from 'aws-lambda';
import * as events from '../../contract/events/events.ts';
import { countCodeMail } from '../domain/limits/code-mail-limits.ts';
import { limitStore } from '../domain/limits/limit-store.ts';
import { accountMail } from '../domain/mail/account-mail.ts';
import { registrationToken } from '../domain/mail/link-token.ts';
import { mailOnce } from '../domain/mail/mail-once.ts';
import { readAccount } from '../domain/users/read-account.ts';
import { userStore } from '../domain/users/user-store.ts';
import { cognito } from '../platform/aws/cognito.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { eventBridge } from '../platform/aws/event-bridge.ts';
import { ses } from '../platform/aws/ses.ts';
import { siteUrlParameter } from '../platform/aws/ssm.ts';
import { codeDecryption } from '../platform/code-decryption.ts';
import { readConfig, resourceNames } from '../platform/config.ts';
import { describeError, logger, withoutServiceMessage } from '../platform/logger.ts';
import { publishEvent } from '../platform/publish-event.ts';
import { randomSecret } from '../platform/random-secret.ts';
import { recordMetric } from '../platform/record-metric.ts';
import { followRequest } from '../platform/request-id.ts';

const config = readConfig({
  ...resourceNames('CODE_KEY_ARN', 'EVENT_BUS', 'IDEMPOTENCY_TABLE', 'LIMITS_TABLE', 'LINK_KEY_ARN'),
  ...resourceNames('MAIL_LOG_TABLE', 'SENDER_ADDRESS', 'SITE_URL_PARAMETER', 'USERS_TABLE'),
});
const tables = dynamodb();
const decryptCode = codeDecryption(config.CODE_KEY_ARN);
const users = userStore(tables, config.USERS_TABLE);
const limits = limitStore(tables, config.LIMITS_TABLE);
const pool = cognito();
const bus = { connect: eventBridge(), name: config.EVENT_BUS };
const send = mailOnce({ mailer: ses(), tables, config, now: () => new Date() });
const readLinkKey = randomSecret(config.LINK_KEY_ARN);
const siteUrl = siteUrlParameter(config.SITE_URL_PARAMETER);

/** Cognito calls this for each email instead of sending it, and does not wait for the result. Lambda retries failures. */
export const handler = (event: CustomEmailSenderTriggerEvent, context: Context): Promise<void> =>
  followRequest(context.awsRequestId, context, async () => {
    try {
      await sendCode(event, context);
    } catch (error) {
      logger.error('the email could not be sent', {
        triggerSource: event.triggerSource,
        error: describeError(error),
      });
      throw withoutServiceMessage(error);
    }
  });

async function sendCode(event: CustomEmailSenderTriggerEvent, context: Context): Promise<void> {
  const { triggerSource, userPoolId, request } = event;
  const { sub, email = '' } = request.userAttributes as Record<string, string>;
  const userId = String(sub);
  const code = request.code && (await decryptCode(request.code));
  const endToken = registrationToken.sign(await readLinkKey(), { userId, email });
  const mail = code && accountMail(triggerSource, { email, code, endToken, siteUrl: await siteUrl() });
  if (!request.code || !mail) {
    return logger.error('there is no email for this trigger source', { triggerSource });
  }
  const refusedBy = await countCodeMail(limits, { triggerSource, userId, email }, new Date());
  if (refusedBy) {
    // Cognito has already responded. The person can use the code of an earlier email, or request one later.
    logger.warn('refused an email with a code', { triggerSource, limit: refusedBy });
    return recordMetric('CodeMailsRefused');
  }
  // Each code is encrypted differently. A retry by Lambda has the same ciphertext.
  const requestId = createHash('sha256').update(request.code).digest('base64url');
  // Every change of an address passes here, including one that a stolen token requests directly from Cognito, and resent
  // codes. If the warning cannot be published, this fails, and nobody gets the code.
  if (/_(Update|Verify)UserAttribute$/.test(triggerSource)) {
    const current = await readCurrentAddress(userPoolId, userId);
    // Cognito does not document which address the event contains. Sent to the current address, the code would prove nothing.
    if (email === current)
      throw new Error('The code for a new address would be sent to the current address.');
    await publishEvent(bus, events.emailChangeRequested, { userId, requestId, email: current });
  }
  await send({ idempotencyKey: `code#${requestId}`, to: email, mail, logUnder: { userId } }, context);
  if (triggerSource === 'CustomEmailSender_SignUp') recordMetric('RegistrationsStarted');
}

/**
 * The address whose owner gets the warning. It is read while the change is pending, because later the account may have the new one.
 * A person who has never opened the site has no record; Cognito keeps the old address until the new one is confirmed.
 */
async function readCurrentAddress(userPoolId: string, userId: string): Promise<string> {
  const known = (await users.find(userId)) ?? (await readAccount(pool, userPoolId, userId));
  if (!known) throw new Error('The current address is unknown, so nobody can be warned.');
  return known.email;
}
