import type { LicenseChange } from '../../../contract/events/license-changes.ts';
import type { Order } from '../../../contract/records/order.ts';
import { brand } from '../../../contract/rules/brand.ts';
import { formatPrice } from '../../../contract/rules/format-price.ts';
import { layOut, type Mail } from './layout.ts';

interface NoticeDetails {
  order: Pick<Order, 'orderId' | 'amountInCents' | 'currency' | 'status'>;
  siteUrl: string;
}

const reason = `You get this mail because it is about your license for ${brand}. If something about it is not right, write to us.`;

/** What became of a license after it had been given; the first time has its receipt. */
export function licenseNotice(change: Exclude<LicenseChange, 'granted'>, details: NoticeDetails): Mail {
  const { order, siteUrl } = details;
  const facts: [string, string][] = [
    ['Order', order.orderId],
    ['Price', formatPrice(order.amountInCents, order.currency)],
  ];
  const links = [
    { label: 'Your purchases', url: `${siteUrl}/account?tab=purchases` },
    { label: 'Write to us', url: `${siteUrl}/contact` },
  ];
  switch (change) {
    case 'revoked':
      return layOut({
        subject: `Your ${brand} license has ended`,
        heading: 'Your license has ended',
        paragraphs: [
          order.status === 'disputeLost'
            ? 'Your bank has taken back the payment for your license after it was disputed, so the license has ended.'
            : 'We have sent back the whole payment for your license, so the license has ended. Your bank may take some days until you see the money.',
          'Your account stays, and so do your projects: they are on your own computer.',
          'If you would like to come back, you can get a license again at any time.',
        ],
        facts,
        action: { label: 'See the offer', url: `${siteUrl}/pricing` },
        reason,
        links,
      });
    case 'restored':
      return layOut({
        subject: `Your ${brand} license is back`,
        heading: 'Your license is back',
        paragraphs: [
          'The payment for your license stands after all, so you hold the license again: full access, unlimited offline storage, all future updates.',
        ],
        facts,
        action: { label: `Download ${brand}`, url: `${siteUrl}/download` },
        reason,
        links,
      });
    case 'paymentFailed':
      return layOut({
        subject: `Your payment to ${brand} did not go through`,
        heading: 'The payment did not go through',
        paragraphs: [
          'Your bank has not carried out the payment for your license, so nothing was bought, and nothing is owed.',
          'You can try again at any time, with another way to pay if you like.',
        ],
        facts,
        action: { label: 'Try again', url: `${siteUrl}/pricing` },
        reason,
        links,
      });
    case 'duplicateRefunded':
      return layOut({
        subject: `We have sent back your second payment to ${brand}`,
        heading: 'You had paid already',
        paragraphs: [
          'You paid for a license that you hold already, perhaps in two windows at once. We have sent back the second payment, all of it. Your bank may take some days until you see the money.',
          'Your license is not touched by this.',
        ],
        facts,
        reason,
        links,
      });
  }
}
