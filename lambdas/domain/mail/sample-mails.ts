import { type LicenseChange, licenseChanges } from '../../../contract/events/license-changes.ts';
import { type SecurityChange, securityChanges } from '../../../contract/events/security-changes.ts';
import { catalog, currentOffer, type Offer } from '../../../contract/rules/catalog.ts';
import { accountMail } from './account-mail.ts';
import { emailChangeWarning, goodbyeMail, passwordChangedNotice, welcomeMail } from './account-notices.ts';
import { feedbackAnswer, problemAnswer } from './answers.ts';
import type { Mail } from './layout.ts';
import { type LicenseEmailDetails, licenseEmail } from './license-email.ts';
import { licenseNotice } from './license-notices.ts';
import { registrationToken } from './link-token.ts';
import { licenseOffer, passedOnNotice } from './pass-on-mails.ts';
import { securityNotice } from './security-notices.ts';
import { subscriptionConfirmation, subscriptionOfAccount } from './subscription-mails.ts';
import {
  articlesRefused,
  contactAcknowledgment,
  contactForTeam,
  disputeForTeam,
  feedbackForTeam,
  mailingNotStarted,
  ordersRepaired,
  releaseRefused,
  resetDueForTeam,
  rolloutHalted,
  teamDecision,
} from './team-mail.ts';
import {
  statementAcknowledgment,
  withdrawalAcknowledgment,
  withdrawalForTeam,
  withdrawalLink,
} from './withdrawal-mails.ts';

export interface SampleMail {
  name: string;
  /** When it is sent. */
  sentWhen: string;
  to: 'reader' | 'team';
  /** The address for replies, if it is not ours. */
  replyTo?: string;
  /** `group`: people can unsubscribe. `transactional`: required by the account, the order or the message. */
  kind: 'group' | 'transactional';
  mail: Mail;
}

const email = 'ana.ferreira@example.com';
const orderId = 'cs_live_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0u1V2w3X4y5Z6';
const statedAt = '2025-09-10T08:15:00.000Z';

const securityMailsAreSent: Record<SecurityChange, string> = {
  factorTurnedOn: 'A person turned on an authenticator app.',
  factorTurnedOff: 'A person turned off the authenticator app.',
  passkeyAdded: 'A person added a passkey.',
  passkeyRemoved: 'A person removed a passkey.',
  recoveryCodesRenewed: 'A person made new recovery codes.',
  recoveryCodeUsed: 'A person without the app turned it off with a recovery code.',
  factorResetRequested: 'A person asked the team to turn off the app.',
  factorResetCanceled: 'The person signed in with the app, or the team canceled the request.',
  factorReset: 'The team turned off the app after the waiting period.',
};

const licenseMailsAreSent: Record<Exclude<LicenseChange, 'granted' | 'passedOn'>, string> = {
  revoked: 'A full refund or a lost dispute revoked the license.',
  restored: 'The payment is valid again.',
  duplicateRefunded: 'A buyer paid twice, and the second payment was refunded.',
  paymentPending: 'The bank needs days to process the payment.',
  paymentFailed: 'The bank declined a pending payment.',
  partlyRefunded: 'A part of the payment was refunded.',
  withdrawn: 'A buyer withdrew from an order, and the payment is refunded.',
};

/** Every email that the site can send, with the data of an invented person, for `npm run mail` and for tests. */
export function sampleMails(siteUrl: string): SampleMail[] {
  const offer: Offer = catalog[currentOffer];
  const sample = (name: string, sentWhen: string, mail: Mail): SampleMail => ({
    name,
    sentWhen,
    to: 'reader',
    kind: mail.headers ? 'group' : 'transactional',
    mail,
  });
  const forTeam = (name: string, sentWhen: string, mail: Mail): SampleMail => ({
    ...sample(`team-${name}`, sentWhen, mail),
    to: 'team',
  });
  const forTeamFrom = (name: string, sentWhen: string, mail: Mail): SampleMail => ({
    ...forTeam(name, sentWhen, mail),
    replyTo: email,
  });
  const withLicense = (
    name: string,
    sentWhen: string,
    order: Partial<LicenseEmailDetails['order']>,
    terms?: LicenseEmailDetails['terms'],
  ) =>
    sample(
      name,
      sentWhen,
      licenseEmail({
        order: {
          orderId,
          priceId: Object.values(offer.priceIds)[0] ?? '',
          amountInCents: offer.amountInCents,
          currency: offer.currency,
          createdAt: '2025-09-03T18:20:00.000Z',
          ...order,
        },
        licenseFile: 'eyJhbGciOiJFZERTQSJ9.eyJpc3MiOiJsb3Jld3JpZ2h0LXByb2QifQ.c2lnbmF0dXJl',
        ...(terms ? { terms } : {}),
        email,
        siteUrl,
      }),
    );
  const withCode = (name: string, sentWhen: string, source: string): SampleMail => {
    const mail = accountMail(source, {
      email,
      code: '438215',
      endToken: registrationToken.sign('sample', { userId: 'sample', email }),
      siteUrl,
    });
    if (!mail) throw new Error(`There is no email for ${source}.`);
    return sample(name, sentWhen, mail);
  };
  return [
    withCode('verify', 'A person registers, or asks for another code.', 'CustomEmailSender_SignUp'),
    withCode('reset', 'A person has forgotten the password.', 'CustomEmailSender_ForgotPassword'),
    sample(
      'password-changed',
      'A person has set a new password with a code.',
      passwordChangedNotice(siteUrl),
    ),
    withCode(
      'new-address',
      'A person changes the address; sent to the new one.',
      'CustomEmailSender_UpdateUserAttribute',
    ),
    sample('old-address', 'A person changes the address; sent to the old one.', emailChangeWarning(siteUrl)),
    ...securityChanges.map((change) =>
      sample(`security-${change}`, securityMailsAreSent[change], securityNotice(change, siteUrl)),
    ),
    sample('welcome', 'A person has confirmed the address of a new account.', welcomeMail(siteUrl)),
    withLicense(
      'license-email',
      'An order gave its buyer the license.',
      {},
      offer.amountInCents > 0
        ? { seller: 'Example Company, 1 Example Street, Example City', documents: [] }
        : undefined,
    ),
    withLicense('license-gift', 'The team gave a person the license.', {
      orderId: 'gift_0c6f0a4b2a1d4e7f8a9b0c1d2e3f4a5b',
      source: 'gift',
      giftFrom: 'Aunt May',
      amountInCents: 0,
    }),
    withLicense('license-reissued', 'A holder or the team had a new license file issued.', {
      reissues: { count: 1, at: '2025-12-01T09:30:00.000Z' },
    }),
    ...licenseChanges
      .filter((change) => change !== 'granted' && change !== 'passedOn')
      .map((change) =>
        sample(
          `license-${change}`,
          licenseMailsAreSent[change],
          licenseNotice(change, {
            order: {
              orderId,
              amountInCents: 4900,
              amountRefundedInCents: change === 'partlyRefunded' ? 1000 : 4900,
              currency: 'usd',
              status: 'refunded',
            },
            siteUrl,
          }),
        ),
      ),
    sample(
      'license-offer',
      'The holder of a license offered it to this address.',
      licenseOffer({ giver: email, url: `${siteUrl}/accept-license#token=e30.c2lnbmF0dXJl` }, siteUrl),
    ),
    sample(
      'license-passedOn',
      'A license was passed on; sent to its previous holder.',
      passedOnNotice({ orderId }, siteUrl),
    ),
    sample(
      'withdrawal-received',
      'A buyer withdrew from an order.',
      withdrawalAcknowledgment(
        {
          order: { orderId, amountInCents: 4900, currency: 'usd', status: 'paid', createdAt: statedAt },
          statedAt,
          name: 'Ana Ferreira',
        },
        siteUrl,
      ),
    ),
    sample(
      'withdrawal-link',
      'Somebody stated a withdrawal without the number or with another address; sent to the buyer.',
      withdrawalLink({ orderId, statedAt, url: `${siteUrl}/withdraw#token=e30.c2lnbmF0dXJl` }, siteUrl),
    ),
    sample(
      'withdrawal-acknowledgment',
      'Somebody stated a withdrawal with an address that is not that of the order.',
      statementAcknowledgment({ statedAt, orderId }, siteUrl),
    ),
    sample(
      'subscription',
      'A visitor asked for emails to an address without an account.',
      subscriptionConfirmation({ groups: ['updates', 'newsletter'], siteUrl, token: 'TOKEN' }),
    ),
    sample(
      'subscription-again',
      'A visitor asked for emails to an address that gets some already.',
      subscriptionConfirmation({ groups: ['updates'], siteUrl, token: 'TOKEN', ownToken: 'OWN' }),
    ),
    sample(
      'subscription-of-account',
      'A visitor asked for emails to the address of an account.',
      subscriptionOfAccount(siteUrl),
    ),
    sample('contact-acknowledgment', 'A visitor used the contact form.', contactAcknowledgment(siteUrl)),
    sample(
      'feedback-answer',
      'The team answered feedback.',
      feedbackAnswer(
        {
          content: 'Let me pin a note to a place on the map.\nI keep mine in a text file now.',
          timestamp: '2025-09-04T09:30:00.000Z',
        },
        'Thank you. Notes on places are part of the next version.\n\nUntil then, a label on the map can hold a short note.',
        siteUrl,
      ),
    ),
    sample(
      'problem-answer',
      'The team answered a text that came with the report of a crash.',
      problemAnswer(
        { text: 'It happens when I open a map.\nThe window stays white.', version: '0.4.0' },
        'Thank you. Version 0.4.1 opens this map again.',
      ),
    ),
    sample('account-deleted', 'An account has been deleted.', goodbyeMail(siteUrl)),
    forTeamFrom(
      'contact',
      'A visitor used the contact form; sent to the team.',
      contactForTeam({
        name: 'Ana Ferreira',
        email,
        message:
          'Hello,\n\nthe calendar of my world has months of 40 days, and <week> names with "quotes" & ampersands.\nCan the timeline show both calendars side by side?\n\nAna',
      }),
    ),
    forTeamFrom(
      'feedback',
      'A user sent feedback; sent to the team.',
      feedbackForTeam({
        feedbackId: '0f1d1f9e-64a3-4f2b-9d3e-7a4c7a5d2b10',
        userId: 'b7c1a0de-5a52-4f0e-9a40-3d1f6f0f2c11',
        type: 'An idea',
        content: 'Let me pin a note to a place on the map.\nI keep mine in a text file now.',
        timestamp: '2025-09-04T09:30:00.000Z',
        comments: [],
        state: 'open',
      }),
    ),
    ...(['refundFailed', 'heldTwice'] as const).map((decision) =>
      forTeam(
        decision,
        'A payment needs a decision; sent to the team.',
        teamDecision(decision, {
          orderId: 'cs_live_a1B2c3D4e5F6g7H8i9J0',
          paymentIntentId: 'pi_3K4L5M6N7O8P9Q0R',
        }),
      ),
    ),
    ...(
      [
        ['dispute', 'A buyer disputes a payment, and the bank waits for evidence; sent to the team.'],
        ['inquiry', 'A bank inquires about a payment and waits for evidence; sent to the team.'],
      ] as const
    ).map(([name, use]) =>
      forTeam(
        name,
        use,
        disputeForTeam(
          { orderId: 'cs_live_a1B2c3D4e5F6g7H8i9J0' },
          {
            disputeId: 'du_1K2L3M4N5O6P7Q8R',
            isInquiry: name === 'inquiry',
            reason: 'product_not_received',
            amountInCents: 4900,
            currency: 'usd',
            needsEvidence: true,
            dueAt: '2025-09-18T23:59:59.000Z',
          },
        ),
      ),
    ),
    forTeam(
      'reset-due',
      'The waiting period of a reset of the second factor is over; sent to the team.',
      resetDueForTeam({
        email,
        expiresAt: '2025-09-10T09:30:00.000Z',
        url: `${siteUrl}/desk?person=b7c1a0de-5a52-4f0e-9a40-3d1f6f0f2c11`,
      }),
    ),
    forTeamFrom(
      'withdrawal',
      'A withdrawal did not take effect by itself; sent to the team.',
      withdrawalForTeam({ name: 'Ana Ferreira', orderId, email, statedAt }, 'no such order'),
    ),
    forTeamFrom(
      'withdrawal-waits',
      'A withdrawal waits until the buyer uses a link; sent to the team.',
      withdrawalForTeam(
        { name: 'Ana Ferreira', email, statedAt, openOrderIds: [orderId] },
        'waits for the buyer',
      ),
    ),
    forTeam(
      'repairs',
      'Orders differed from Stripe and were repaired; sent to the team.',
      ordersRepaired({
        repairs: [{ orderId: 'cs_live_a1B2c3D4e5F6g7H8i9J0', from: 'created', to: 'paid' }],
        groups: ['cs_live_p1Q2r3S4t5U6v7W8x9Y0'],
        failures: ['cs_live_k1L2m3N4o5P6q7R8s9T0'],
      }),
    ),
    forTeam(
      'article',
      'The site refused an article; to the team.',
      articlesRefused([
        { slug: 'a-map-is-a-list-of-delays', problems: ['headline: has more than 200 bytes'] },
      ]),
    ),
    forTeam(
      'mailing',
      'A scheduled mailing cannot be sent; sent to the team.',
      mailingNotStarted(
        'What the winter brings',
        '0.4.0 was withdrawn, so nobody gets the mailing about it.',
      ),
    ),
    forTeam(
      'release',
      'An upload does not match its release.json; sent to the team.',
      releaseRefused('0.4.0', ['mac-arm64/Lorewright-0.4.0-arm64.dmg: 12 bytes are missing']),
    ),
    forTeam(
      'rollout',
      'The site halted a rollout after too many crashes; sent to the team.',
      rolloutHalted({ version: '0.4.0', share: 5, networks: 31, updates: 400 }, siteUrl),
    ),
  ];
}
