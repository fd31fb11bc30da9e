import { mailboxOf } from '../../../contract/rules/email-address.ts';
import { AppError } from '../../platform/app-error.ts';
import type { LimitStore } from './limit-store.ts';
import type { LimitedAction } from './rate-limits.ts';

export interface CodeMail {
  /** Cognito's trigger source. */
  triggerSource: string;
  userId: string;
  email: string;
}

/**
 * Counts an email with a code. Each purpose has its own limits, so that requests for one do not block another. A retry by Lambda counts
 * again, so fewer emails pass while sending fails.
 * @returns the limit that refuses the email; undefined if it may be sent
 */
export async function countCodeMail(
  limits: Pick<LimitStore, 'take'>,
  mail: CodeMail,
  now: Date,
): Promise<LimitedAction | undefined> {
  for (const [action, counted] of limitsOf(mail)) {
    try {
      await limits.take(action, counted, now);
    } catch (error) {
      if (error instanceof AppError) return action;
      throw error;
    }
  }
  return undefined;
}

/**
 * The limits of an email with the key that each counts. The site's limit is last, so that refused emails do not count toward it.
 * @throws Error for a trigger source that has no limit yet
 */
function limitsOf({ triggerSource, userId, email }: CodeMail): [LimitedAction, string][] {
  const site = 'everybody';
  switch (triggerSource) {
    case 'CustomEmailSender_SignUp':
      return [
        ['signUpMail', mailboxOf(email)],
        ['signUpMailOfSite', site],
      ];
    case 'CustomEmailSender_ResendCode':
      return [
        ['resendMail', userId],
        ['resendMailToMailbox', mailboxOf(email)],
        ['signUpMailOfSite', site],
      ];
    case 'CustomEmailSender_ForgotPassword':
      return [
        ['resetMail', userId],
        ['resetMailOfSite', site],
      ];
    case 'CustomEmailSender_UpdateUserAttribute':
    case 'CustomEmailSender_VerifyUserAttribute':
      return [
        ['newAddressMail', userId],
        ['newAddressMailToMailbox', mailboxOf(email)],
        ['newAddressMailOfSite', site],
      ];
    default:
      throw new Error(`There is no limit for emails of the trigger source ${triggerSource}.`);
  }
}
