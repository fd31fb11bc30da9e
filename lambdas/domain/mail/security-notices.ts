import type { SecurityChange } from '../../../contract/events/security-changes.ts';
import { brand } from '../../../contract/rules/brand.ts';
import { factorResetHours } from '../../../contract/rules/recovery-codes.ts';
import { layOut, type Mail } from './layout.ts';

interface Notice {
  /** The subject, which ends with the name of the brand. */
  subject: string;
  heading: string;
  /** The event and its consequences. */
  facts: string[];
  /** The advice if it was not the owner. */
  otherwise: string;
}

const newPasswordFirst =
  'If this was not you, set a new password now: that signs out all devices. Then look at Security on the account page.';

const notices: Record<SecurityChange, Notice> = {
  factorTurnedOn: {
    subject: `Your ${brand} account has a second factor now`,
    heading: 'Your second factor is on',
    facts: [
      `Signing in to your ${brand} account with a password now also takes a code from an authenticator app.`,
      'Keep your recovery codes where you can reach them without your phone. If you lose the app, use your password and one code to turn it off.',
    ],
    otherwise: newPasswordFirst,
  },
  factorTurnedOff: {
    subject: `Your ${brand} account has no second factor any more`,
    heading: 'Your second factor is off',
    facts: [`A password is now enough to sign in to your ${brand} account.`],
    otherwise: newPasswordFirst,
  },
  passkeyAdded: {
    subject: `Your ${brand} account has a new passkey`,
    heading: 'A passkey was added',
    facts: [`The device with this passkey can now sign in to your ${brand} account without a password.`],
    otherwise:
      'If this was not you, remove the passkey under Security on the account page, set a new password, and sign out everywhere.',
  },
  passkeyRemoved: {
    subject: `A passkey of your ${brand} account was removed`,
    heading: 'A passkey was removed',
    facts: [`This passkey can no longer sign in to your ${brand} account.`],
    otherwise: newPasswordFirst,
  },
  recoveryCodesRenewed: {
    subject: `Your ${brand} account has new recovery codes`,
    heading: 'You have new recovery codes',
    facts: ['Only the new codes work. The earlier ones no longer work.'],
    otherwise: newPasswordFirst,
  },
  recoveryCodeUsed: {
    subject: `A recovery code of your ${brand} account was used`,
    heading: 'A recovery code was used',
    facts: [
      `Someone entered your password and a recovery code. That turned off the authenticator app of your ${brand} account and signed out all devices.`,
      'You can now sign in with your password. Turn on an app again under Security on the account page. If the lost phone has a passkey, remove it.',
    ],
    otherwise:
      'If this was not you, someone knows your password and your recovery codes: set a new password now, then turn on an app again, which gives you new codes.',
  },
  factorResetRequested: {
    subject: `Did you lose the authenticator app for ${brand}?`,
    heading: 'Someone asked us to turn off your authenticator app',
    facts: [
      `Someone told us that they lost the authenticator app and the recovery codes of your ${brand} account. We will turn off the authenticator app after ${factorResetHours} hours, unless you object.`,
      'If this was you, you do not need to do anything. We write again when it is done.',
    ],
    otherwise:
      'If this was not you, sign in once with your authenticator app or a passkey. That cancels the request, and you get an email that says that the app stays on. If you do not get it, write to us.',
  },
  factorResetCanceled: {
    subject: `The second factor of your ${brand} account stays on`,
    heading: 'Your second factor stays on',
    facts: [
      'The request to turn off your authenticator app is canceled, because someone signed in or asked us to keep it on.',
    ],
    otherwise: newPasswordFirst,
  },
  factorReset: {
    subject: `We turned off the second factor at ${brand}`,
    heading: 'Your second factor is off',
    facts: [
      `As you asked, we turned off the authenticator app of your ${brand} account and signed out all devices. Your earlier recovery codes no longer work.`,
      'You can now sign in with your password. Turn on an app again under Security on the account page. If the lost phone has a passkey, remove it.',
    ],
    otherwise:
      'If you did not ask for this, someone may be able to read your email: secure your mailbox first, then set a new password.',
  },
};

/** Informs the owner about a change. Its links change nothing without a sign-in. */
export function securityNotice(change: SecurityChange, siteUrl: string): Mail {
  const { subject, heading, facts, otherwise } = notices[change];
  return layOut({
    subject,
    heading,
    paragraphs: [...facts, otherwise],
    action: { label: 'Look at my account', url: `${siteUrl}/account?tab=security` },
    reason: `You are receiving this email because this is the address of your ${brand} account. If you can no longer sign in, write to us immediately.`,
    links: [
      { label: 'Set a new password', url: `${siteUrl}/auth?step=forgot-password` },
      { label: 'Write to us', url: `${siteUrl}/contact` },
    ],
  });
}
