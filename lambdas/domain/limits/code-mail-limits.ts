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
 * Counts a mail with a code. Each purpose has limits of its own, so that requests for one do not block another. When Lambda retries, the
 * mail counts again, so fewer mails pass while mails fail.
 * @returns the limit that refuses the mail; undefined if the mail may go
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
 * The limits of a mail, and what each of them counts. The site's comes last, so that a mail that an earlier one refuses does not use it up.
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
      throw new Error(`Mails of the trigger source ${triggerSource} have no limit.`);
  }
}

/** Many providers deliver `ana+anything@` to the mailbox `ana@`. */
const mailboxOf = (email: string) => email.toLowerCase().replace(/\+[^@]*(?=@)/, '');
