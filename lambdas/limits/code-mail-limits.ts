import { AppError } from '../platform/app-error.ts';
import type { LimitStore } from './limit-store.ts';
import type { LimitedAction } from './rate-limits.ts';

export interface CodeMail {
  /** Cognito's trigger source. */
  occasion: string;
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
  const { own, site, who } = limitsOf(mail);
  // What one recipient is refused does not use up the limit of the site.
  for (const [action, counted] of [
    [own, who],
    [site, 'everybody'],
  ] as const) {
    try {
      await limits.take(action, counted, now);
    } catch (error) {
      if (error instanceof AppError) return action;
      throw error;
    }
  }
  return undefined;
}

/** @throws Error for an occasion that has no limit yet */
function limitsOf({ occasion, userId, email }: CodeMail) {
  switch (occasion) {
    case 'CustomEmailSender_SignUp':
    case 'CustomEmailSender_ResendCode':
      return { own: 'signUpMail', site: 'signUpMailOfSite', who: mailboxOf(email) } as const;
    case 'CustomEmailSender_ForgotPassword':
      return { own: 'resetMail', site: 'resetMailOfSite', who: userId } as const;
    case 'CustomEmailSender_UpdateUserAttribute':
    case 'CustomEmailSender_VerifyUserAttribute':
      return { own: 'newAddressMail', site: 'newAddressMailOfSite', who: userId } as const;
    default:
      throw new Error(`Mails of the occasion ${occasion} have no limit.`);
  }
}

/** Many providers deliver `ana+anything@` to the mailbox `ana@`. */
const mailboxOf = (email: string) => email.toLowerCase().replace(/\+[^@]*(?=@)/, '');
