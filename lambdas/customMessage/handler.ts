import type { CustomMessageTriggerEvent } from 'aws-lambda';
import { accountMail } from '../mail/account-mail.ts';
import { readConfig, resourceName } from '../platform/config.ts';

const { SITE_URL } = readConfig({ SITE_URL: resourceName });

/** Cognito asks for the text of a mail that carries a code. */
export const handler = async (event: CustomMessageTriggerEvent): Promise<CustomMessageTriggerEvent> => {
  const { codeParameter, userAttributes } = event.request;
  const details = { email: String(userAttributes.email ?? ''), code: codeParameter, siteUrl: SITE_URL };
  const mail = accountMail(event.triggerSource, details);
  if (mail) Object.assign(event.response, { emailSubject: mail.subject, emailMessage: mail.html });
  return event;
};
