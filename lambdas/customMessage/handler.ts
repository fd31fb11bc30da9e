import type { Context, CustomMessageTriggerEvent } from 'aws-lambda';
import { accountMail } from '../mail/account-mail.ts';
import { eventBridge } from '../platform/aws.ts';
import { readConfig, resourceName } from '../platform/config.ts';
import { publishEvent } from '../platform/publish-event.ts';

const { EVENT_BUS, SITE_URL } = readConfig({ EVENT_BUS: resourceName, SITE_URL: resourceName });
const bus = eventBridge();

/** Cognito asks for the text of a mail that carries a code. */
export const handler = async (
  event: CustomMessageTriggerEvent,
  { awsRequestId: requestId }: Context,
): Promise<CustomMessageTriggerEvent> => {
  const { codeParameter, userAttributes } = event.request;
  // The one place that every change of an address passes, also one asked of Cognito directly with a stolen token. If the warning
  // cannot be sent, this fails, and Cognito sends no code.
  if (event.triggerSource === 'CustomMessage_UpdateUserAttribute')
    await publishEvent(bus, EVENT_BUS, 'emailChangeRequested', {
      userId: String(userAttributes.sub),
      requestId,
    });
  const details = { email: String(userAttributes.email ?? ''), code: codeParameter, siteUrl: SITE_URL };
  const mail = accountMail(event.triggerSource, details);
  if (mail) Object.assign(event.response, { emailSubject: mail.subject, emailMessage: mail.html });
  return event;
};
