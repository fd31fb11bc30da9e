import type { Context, CustomMessageTriggerEvent } from 'aws-lambda';
import { accountMail } from '../mail/account-mail.ts';
import { cognito, dynamodb, eventBridge } from '../platform/aws.ts';
import { readConfig, resourceName } from '../platform/config.ts';
import { publishEvent } from '../platform/publish-event.ts';
import { readAccount } from '../users/read-account.ts';
import { userStore } from '../users/user-store.ts';

const { EVENT_BUS, SITE_URL, USERS_TABLE } = readConfig({
  EVENT_BUS: resourceName,
  SITE_URL: resourceName,
  USERS_TABLE: resourceName,
});
// Cognito waits five seconds for all of this.
const patience = { maxAttempts: 2, requestHandler: { requestTimeout: 800 } };
const users = userStore(dynamodb(patience), USERS_TABLE);
const pool = cognito(patience);
const bus = eventBridge();

/** Cognito asks for the text of a mail that carries a code. */
export const handler = async (
  event: CustomMessageTriggerEvent,
  { awsRequestId: requestId }: Context,
): Promise<CustomMessageTriggerEvent> => {
  const { codeParameter, userAttributes } = event.request;
  // The one place that every change of an address passes, also one asked of Cognito directly with a stolen token. If the warning
  // cannot be sent, this fails, and Cognito sends no code.
  if (event.triggerSource === 'CustomMessage_UpdateUserAttribute') {
    const userId = String(userAttributes.sub);
    const email = await readCurrentAddress(event.userPoolId, userId);
    await publishEvent(bus, EVENT_BUS, 'emailChangeRequested', { userId, requestId, email });
  }
  const details = { email: String(userAttributes.email ?? ''), code: codeParameter, siteUrl: SITE_URL };
  const mail = accountMail(event.triggerSource, details);
  if (mail) Object.assign(event.response, { emailSubject: mail.subject, emailMessage: mail.html });
  return event;
};

/**
 * The address whose owner is to be warned. It is read while the change is pending, because later the account may have the new one.
 * Who never came to the site has no record, and Cognito keeps the old address until the new one is confirmed.
 */
async function readCurrentAddress(userPoolId: string, userId: string): Promise<string> {
  const known = (await users.find(userId)) ?? (await readAccount(pool, userPoolId, userId));
  if (!known) throw new Error('There is no address to warn.');
  return known.email;
}
