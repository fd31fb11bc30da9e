import { brand } from '../../../contract/rules/brand.ts';
import { layOut, type Mail } from './layout.ts';

/**
 * The mail with a code from Cognito, for each trigger source.
 * @returns undefined for trigger sources that this site does not use
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-custom-email-sender.html
 */
export function accountMail(
  triggerSource: string,
  { email, code, siteUrl }: { email: string; code: string; siteUrl: string },
): Mail | undefined {
  const link = (mode: LinkMode) => authLink(siteUrl, mode, email, code);
  switch (triggerSource) {
    case 'CustomEmailSender_SignUp':
    case 'CustomEmailSender_ResendCode':
      return layOut({
        subject: `Confirm your email for ${brand}`,
        heading: 'One step is left',
        paragraphs: [
          `Welcome! Please confirm that this address is yours, and your ${brand} account is ready.`,
        ],
        action: { label: 'Confirm my email', url: link('verify') },
        code,
        reason: `You get this mail because this address was used to register at ${brand}. If that was not you, ignore it: without this step nobody can use the account. Link and code work for 24 hours.`,
      });
    case 'CustomEmailSender_ForgotPassword':
      return layOut({
        subject: `Set a new password for ${brand}`,
        heading: 'Choose a new password',
        paragraphs: [
          `Somebody, hopefully you, asked for a new password for the ${brand} account with this address. Until you choose one, the old password stays as it is.`,
        ],
        action: { label: 'Choose a new password', url: link('reset') },
        code,
        reason:
          'If you did not ask for it, ignore this mail, and give the code to nobody: without it your password cannot be changed this way. Link and code work for one hour.',
      });
    case 'CustomEmailSender_UpdateUserAttribute':
    case 'CustomEmailSender_VerifyUserAttribute':
      return layOut({
        subject: `Confirm your new email address for ${brand}`,
        heading: 'Is this your new address?',
        paragraphs: [
          `Please confirm it, and this becomes the address of your ${brand} account: for signing in, and for our mails. Until then the account keeps the address it has.`,
        ],
        action: { label: 'Use this address', url: link('email') },
        code,
        reason:
          'You get this mail because somebody gave this address for their account. If that was not you, ignore it: without this step nothing changes. Link and code work for 24 hours.',
      });
    default:
      return undefined;
  }
}

type LinkMode = 'verify' | 'reset' | 'email';

/** Email and code travel in the fragment: it is never sent to a server, so neither ends up in a log. */
function authLink(siteUrl: string, mode: LinkMode, email: string, code: string): string {
  return `${siteUrl}/auth?mode=${mode}#email=${encodeURIComponent(email)}&code=${code}`;
}
