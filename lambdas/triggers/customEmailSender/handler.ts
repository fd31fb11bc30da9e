import { createHash } from 'node:crypto';
import type { Context, CustomEmailSenderTriggerEvent } from 'aws-lambda';
import { codeDecryption } from '../../domain/accounts/decrypt-code.ts';
import { countCodeMail } from '../../domain/limits/code-mail-limits.ts';
import { limitStore } from '../../domain/limits/limit-store.ts';
import { accountMail } from '../../domain/mail/account-mail.ts';
import { mailOnce } from '../../domain/mail/mail-once.ts';
import { readAccount } from '../../domain/users/read-account.ts';
import { userStore } from '../../domain/users/user-store.ts';
import { cognito, dynamodb, eventBridge } from '../../platform/aws.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { count } from '../../platform/count.ts';
import { describeError, logger, withoutTheirWords } from '../../platform/logger.ts';
import { publishEvent } from '../../platform/publish-event.ts';
import { followRequest } from '../../platform/request-id.ts';
import { siteUrlParameter } from '../../platform/site-url.ts';

const { CODE_KEY_ARN, EVENT_BUS, LIMITS_TABLE, SITE_URL_PARAMETER, USERS_TABLE } = readConfig({
  CODE_KEY_ARN: resourceName,
  EVENT_BUS: resourceName,
  LIMITS_TABLE: resourceName,
  SITE_URL_PARAMETER: resourceName,
  USERS_TABLE: resourceName,
});
const decryptCode = codeDecryption(CODE_KEY_ARN);
const users = userStore(dynamodb(), USERS_TABLE);
const limits = limitStore(dynamodb(), LIMITS_TABLE);
const pool = cognito();
const bus = eventBridge();
const send = mailOnce();
const siteUrl = siteUrlParameter(SITE_URL_PARAMETER);

/** Cognito hands over each mail that it would send. It does not wait for what comes of it; Lambda repeats what fails. */
export const handler = (event: CustomEmailSenderTriggerEvent, context: Context): Promise<void> =>
  followRequest(context.awsRequestId, context, async () => {
    try {
      await sendCode(event, context);
    } catch (error) {
      logger.error('a mail is not sent', {
        triggerSource: event.triggerSource,
        error: describeError(error),
      });
      throw withoutTheirWords(error);
    }
  });

async function sendCode(event: CustomEmailSenderTriggerEvent, context: Context): Promise<void> {
  const { triggerSource, userPoolId, request } = event;
  const { sub, email = '' } = request.userAttributes as Record<string, string>;
  const code = request.code && (await decryptCode(request.code));
  const mail = code && accountMail(triggerSource, { email, code, siteUrl: await siteUrl() });
  if (!request.code || !mail) {
    return logger.error('there is no mail for this trigger source', { triggerSource });
  }
  const userId = String(sub);
  const refusedBy = await countCodeMail(limits, { triggerSource, userId, email }, new Date());
  if (refusedBy) {
    // Cognito has answered already. A person sees the code of an earlier mail, or asks again later.
    logger.warn('refused a mail with a code', { triggerSource, limit: refusedBy });
    return count('CodeMailsRefused');
  }
  // Encrypted, no code is twice the same; when Lambda repeats this, it is.
  const requestId = createHash('sha256').update(request.code).digest('base64url');
  // The one place that every change of an address passes, also one asked of Cognito directly with a stolen token, and another code for
  // it. If the warning cannot be sent, this fails, and nobody gets the code.
  if (/_(Update|Verify)UserAttribute$/.test(triggerSource)) {
    const current = await readCurrentAddress(userPoolId, userId);
    // Which of the two the event names is not documented. At the address that the account has, the code would prove nothing.
    if (email === current)
      throw new Error('The code for a new address would go to the one that the account has.');
    await publishEvent(bus, EVENT_BUS, 'emailChangeRequested', { userId, requestId, email: current });
  }
  await send({ idempotencyKey: `code#${requestId}`, to: email, mail }, context);
}

/**
 * The address whose owner is to be warned. It is read while the change is pending, because later the account may have the new one.
 * Who never came to the site has no record, and Cognito keeps the old address until the new one is confirmed.
 */
async function readCurrentAddress(userPoolId: string, userId: string): Promise<string> {
  const known = (await users.find(userId)) ?? (await readAccount(pool, userPoolId, userId));
  if (!known) throw new Error('There is no address to warn.');
  return known.email;
}
