import { brand } from '../../../contract/rules/brand.ts';
import { layOut, type Mail } from './layout.ts';

/**
 * The email with a code from Cognito, for each trigger source.
 * @param details.endToken see `registrationToken.sign`
 * @returns undefined for trigger sources that this site does not use
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-custom-email-sender.html
 */
export function accountMail(
  triggerSource: string,
  { email, code, endToken, siteUrl }: { email: string; code: string; endToken: string; siteUrl: string },
): Mail | undefined {
  const link = (mode: LinkMode) => authLink(siteUrl, mode, email, code);
  switch (triggerSource) {
    case 'CustomEmailSender_SignUp':
    case 'CustomEmailSender_ResendCode':
      return layOut({
        subject: `Confirm your email for ${brand}`,
        heading: 'Confirm your email',
        paragraphs: [`Welcome! Confirm this email address to start using your ${brand} account.`],
        action: { label: 'Confirm my email', url: `${link('verify')}&end=${endToken}` },
        code,
        reason: `You are receiving this email because this address was used to register at ${brand}. If that was not you, ignore this email, or open the link to delete the registration: nobody can use the account until the address is confirmed. The link and the code work for 24 hours.`,
      });
    case 'CustomEmailSender_ForgotPassword':
      return layOut({
        subject: `Set a new password for ${brand}`,
        heading: 'Choose a new password',
        paragraphs: [
          `Someone asked to reset the password of the ${brand} account with this address. Your current password works until you choose a new one.`,
        ],
        action: { label: 'Choose a new password', url: link('reset') },
        code,
        reason:
          'If you did not ask for this, ignore this email and do not share the code. The link and the code work for one hour.',
      });
    case 'CustomEmailSender_UpdateUserAttribute':
    case 'CustomEmailSender_VerifyUserAttribute':
      return layOut({
        subject: `Confirm your new email address for ${brand}`,
        heading: 'Is this your new address?',
        paragraphs: [
          `Confirm this address to use it for your ${brand} account: for signing in and for our emails. Until then your account keeps its current address.`,
        ],
        action: { label: 'Use this address', url: link('email') },
        code,
        reason:
          'You are receiving this email because someone entered this address for their account. If that was not you, ignore this email: nothing changes until the address is confirmed. The link and the code work for 24 hours.',
      });
    default:
      return undefined;
  }
}

type LinkMode = 'verify' | 'reset' | 'email';

/** Address and code are in the fragment, which a browser sends to no server, so neither is logged. */
function authLink(siteUrl: string, mode: LinkMode, email: string, code: string): string {
  return `${siteUrl}/auth?mode=${mode}#email=${encodeURIComponent(email)}&code=${code}`;
}
