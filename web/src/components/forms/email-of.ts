import { emailSentence, isEmail, tidyEmail } from '../../../../contract/rules/email-address.ts';
import { textOf } from './submit-form.tsx';

/**
 * Returns the typed email address.
 * @throws Error when no email can be sent to it
 */
export function emailOf(fields: FormData): string {
  const email = tidyEmail(textOf(fields, 'email'));
  if (!isEmail(email)) throw new Error(emailSentence);
  return email;
}
