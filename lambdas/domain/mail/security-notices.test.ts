import { expect, test } from 'vitest';
import { type SecurityChange, securityChanges } from '../../../contract/events/security-changes.ts';
import { securityNotice } from './security-notices.ts';

const expected: Record<SecurityChange, { subject: string; fact: string }> = {
  factorTurnedOn: { subject: 'has a second factor now', fact: 'also takes a code from an authenticator app' },
  factorTurnedOff: { subject: 'has no second factor any more', fact: 'A password is now enough' },
  passkeyAdded: { subject: 'has a new passkey', fact: 'can now sign in' },
  passkeyRemoved: { subject: 'A passkey of your', fact: 'can no longer sign in' },
  recoveryCodesRenewed: { subject: 'has new recovery codes', fact: 'Only the new codes work' },
  recoveryCodeUsed: { subject: 'A recovery code of your', fact: 'entered your password and a recovery code' },
  factorResetRequested: {
    subject: 'Did you lose the authenticator app',
    fact: 'turn off the authenticator app after 24 hours',
  },
  factorResetCanceled: { subject: 'stays on', fact: 'is canceled' },
  factorReset: { subject: 'We turned off the second factor', fact: 'signed out all devices' },
};

test.each(securityChanges)(
  'describes the event in the email about %s, and what to do if it was not the owner',
  (change) => {
    const { subject, text } = securityNotice(change, 'https://site.test');
    expect(subject).toContain(expected[change].subject);
    expect(text).toContain(expected[change].fact);
    expect(text).toMatch(/If this was not you|If you did not ask for this/);
  },
);

test('links only to pages that change nothing without a sign-in', () => {
  for (const change of securityChanges) {
    const links = securityNotice(change, 'https://site.test').text.match(/https:\S+/g);
    expect(new Set(links)).toEqual(
      new Set([
        'https://site.test/account?tab=security',
        'https://site.test/auth?step=forgot-password',
        'https://site.test/contact',
      ]),
    );
  }
});
