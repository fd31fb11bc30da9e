import { randomUUID } from 'node:crypto';
import { ForgotPasswordCommand } from '@aws-sdk/client-cognito-identity-provider';
import type { LoggedMail } from '../../../contract/records/logged-mail.ts';
import { brand } from '../../../contract/rules/brand.ts';
import { currentOffer } from '../../../contract/rules/catalog.ts';
import { channelOfUser } from '../../../contract/rules/doorbell-channels.ts';
import { verifyLicense } from '../../../lambdas/domain/licenses/verify-license.ts';
import { readPublishedKeys } from '../license/connect-to-licenses.ts';
import { askSite } from './ask-site.ts';
import { listenToChannel } from './listen-to-channel.ts';
import { failed, needsEyes, notPossible, type Outcome, passed, type SmokeCheck } from './run-smoke.ts';
import type { SmokeAccount, SmokeAccounts } from './smoke-accounts.ts';
import type { SmokeStage } from './smoke-stage.ts';
import { until } from './until.ts';

/** How long a person at the terminal has for the checkout page. */
const checkoutSeconds = 300;

/** @param say tells the person at the terminal what to do; undefined without a terminal */
export function accountChecks(
  site: SmokeStage,
  accounts: SmokeAccounts,
  say: ((line: string) => void) | undefined,
): SmokeCheck[] {
  const { siteUrl, siteName, settings } = site;
  const isLocal = site.stage === undefined;
  let made: SmokeAccount | undefined;
  const account = (): SmokeAccount => {
    if (!made) throw new Error('There is no test account.');
    return made;
  };
  const licenseFileOf = async () => (await accounts.call('myOrders', {}, account())).orders[0]?.licenseFile;
  const verified = async (file: string) =>
    verifyLicense(file, { keys: await readPublishedKeys(siteUrl), siteName });

  /** Follows the checkout to its end. @returns false if nobody can */
  async function completeCheckout(url: string): Promise<boolean> {
    if (isLocal) {
      const answer = await askSite(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'attempt=pay',
      });
      if (answer.status !== 303) throw new Error(`The checkout page answers ${answer.status}.`);
    } else if (say) say(`Complete the free checkout within ${checkoutSeconds / 60} minutes: ${url}`);
    return isLocal || say !== undefined;
  }

  /** Waits for the event with which SES reports the delivery of an email to the account. */
  async function checkDelivery(subject: string, signal: AbortSignal): Promise<Outcome> {
    const found: { mail?: LoggedMail } = {};
    await until(
      { what: `delivery of the email "${subject}" in the mail log`, signal, seconds: 120 },
      async () => {
        const { items } = await site.mails.page({ userId: account().userId }, undefined, 50);
        const mail = items.find((each) => each.subject === subject);
        if (mail) found.mail = mail;
        return mail !== undefined && mail.outcome !== 'sent';
      },
    );
    return found.mail?.outcome === 'delivered' ? passed : failed(`the email is ${found.mail?.outcome}`);
  }

  return [
    {
      name: 'Registration and sign-in',
      async run() {
        made = await accounts.create();
        const { email } = await accounts.call('me', {}, made);
        return email === made.email ? passed : failed(`the record has the address ${email}`);
      },
    },
    {
      name: 'Claim of the license',
      needs: ['Registration and sign-in'],
      async run(signal) {
        const priceId = settings.priceIds[currentOffer];
        if (!priceId) return notPossible(`the stage does not sell "${currentOffer}"`);
        const channel = settings.doorbell && channelOfUser(account().userId);
        const page = channel ? await listenToChannel(settings, account().idToken, channel) : undefined;
        try {
          const { url } = await accounts.call(
            'checkout',
            {
              priceId,
              success_url: `${siteUrl}/pricing?checkout=success`,
              cancel_url: `${siteUrl}/pricing?checkout=cancelled`,
            },
            account(),
          );
          if (!(await completeCheckout(url)))
            return needsEyes('run the command in a terminal to complete the checkout at Stripe');
          const seconds = isLocal ? 60 : checkoutSeconds;
          await until({ what: 'license', signal, seconds }, async () => {
            const { subscription } = await accounts.call('me', {}, account());
            return subscription.status === 'active';
          });
          if (!page) return passed;
          await until({ what: 'message to the open page', signal }, async () => page.rings.length > 0);
          return passed;
        } finally {
          page?.close();
        }
      },
    },
    {
      name: 'License file',
      needs: ['Claim of the license'],
      async run(signal) {
        const file = await until({ what: 'license file', signal }, licenseFileOf);
        const { email } = await verified(file);
        return email === account().email ? passed : failed(`the license is for ${email}`);
      },
    },
    {
      name: 'Links to builds',
      needs: ['Claim of the license'],
      async run() {
        const { url, sizeInBytes } = await accounts.call('download', { platform: 'win-x64' }, account());
        const { status, header } = await askSite(url, { method: 'HEAD' });
        const [length] = header('content-length');
        if (status !== 200 || Number(length) !== sizeInBytes)
          return failed(`the link answers ${status} with ${length} of ${sizeInBytes} bytes`);
        const altered = url.replace(/(?<=[?&]Signature=)./, (first) => (first === 'A' ? 'B' : 'A'));
        const answer = await askSite(altered, { method: 'HEAD' });
        return answer.status === 403
          ? passed
          : failed(`a link with another signature answers ${answer.status}`);
      },
    },
    {
      name: 'License email',
      needs: ['License file'],
      run: (signal) => checkDelivery(`Your ${brand} license`, signal),
    },
    {
      name: 'Feedback',
      needs: ['Registration and sign-in'],
      async run(signal) {
        const content = 'This is a test of the site. It is removed with its account.';
        await accounts.call('feedback', { feedbackId: randomUUID(), content }, account());
        await until({ what: 'feedback in the table', signal }, async () =>
          (await site.feedback.ofUser(account().userId)).some((each) => each.content === content),
        );
        return passed;
      },
    },
    {
      name: 'Change of address',
      needs: ['License file'],
      async run(signal) {
        const email = accounts.newAddress();
        await accounts.setAddress(account().userId, email);
        await accounts.call('syncEmail', {}, account());
        made = { ...account(), email };
        await until({ what: 'license file for the new address', signal }, async () => {
          const file = await licenseFileOf();
          return file !== undefined && (await verified(file)).email === email;
        });
        made = await accounts.signIn(account());
        return passed;
      },
    },
    {
      name: 'Email with a code for a new password',
      needs: ['Registration and sign-in'],
      async run(signal) {
        await site.cognito.send(
          new ForgotPasswordCommand({ ClientId: settings.userPoolClientId, Username: account().email }),
        );
        return checkDelivery(`Set a new password for ${brand}`, signal);
      },
    },
    {
      name: 'Email with a code for a new address',
      run: async () => needsEyes('it must arrive at the new address: docs/check-on-aws.md'),
    },
    {
      name: 'Second factor',
      needs: ['Registration and sign-in'],
      async run() {
        const key = await accounts.addSecondFactor(account());
        made = await accounts.signIn(account(), key);
        const { codes } = await accounts.call('renewRecoveryCodes', {}, made);
        const [recoveryCode = ''] = codes;
        const { email, password } = made;
        await accounts.call('recoverAccount', { email, password, recoveryCode });
        // Without a key, this fails if the sign-in asks for a code.
        made = await accounts.signIn(made);
        const { recoveryCodesLeft } = await accounts.call('me', {}, made);
        return recoveryCodesLeft === codes.length - 1
          ? passed
          : failed(`${recoveryCodesLeft} of ${codes.length} recovery codes are left after one was used`);
      },
    },
    {
      name: 'Passkey',
      needs: ['Registration and sign-in'],
      async run() {
        if (!settings.passkeyDomain) return notPossible('the stage has no passkeys');
        const passkey = await accounts.addPasskey(account());
        const accessToken = await accounts.signInWithPasskey(account(), passkey);
        await accounts.removePasskeys({ accessToken });
        return (await accounts.offersPasskey(account()))
          ? failed('the sign-in still offers the passkey that was removed')
          : passed;
      },
    },
    {
      name: 'Deletion',
      needs: ['Registration and sign-in'],
      async run(signal) {
        made = await accounts.signIn(account());
        await accounts.call('deleteAccountData', {}, made);
        let remains: string[] = [];
        await until({ what: 'end of the deletion', signal, seconds: 90 }, async () => {
          remains = await accounts.findRemains(account());
          return remains.length === 0;
        }).catch((error: Error) => {
          if (signal.aborted || remains.length === 0) throw error;
          throw new Error(`The deletion leaves ${remains.join(', ')}.`);
        });
        return passed;
      },
    },
  ];
}
