import type { LicenseChange } from '../../../contract/events/license-changes.ts';
import type { Order } from '../../../contract/records/order.ts';
import { brand } from '../../../contract/rules/brand.ts';
import { formatPrice } from '../../../contract/rules/format-price.ts';
import { layOut, type Mail } from './layout.ts';

const reasonOfGift = `You are receiving this email because you had a license for ${brand}. If you think this is a mistake, write to us.`;

interface NoticeDetails {
  order: Pick<Order, 'orderId' | 'amountInCents' | 'amountRefundedInCents' | 'currency' | 'status'>;
  siteUrl: string;
}

const reasonOfOrder = `You are receiving this email because you ordered a license for ${brand}. If something is wrong with your order, write to us.`;

/** Notices of changes to a license. The email with the license reports the first grant. */
export function licenseNotice(
  change: Exclude<LicenseChange, 'granted' | 'passedOn'>,
  details: NoticeDetails,
): Mail {
  const { order, siteUrl } = details;
  // Such a license had no order by its holder.
  const reason = order.status === 'revoked' ? reasonOfGift : reasonOfOrder;
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
        ...(order.status === 'refunded'
          ? {
              subject: `We have refunded your payment to ${brand}`,
              heading: 'We have refunded your payment in full',
            }
          : { subject: `Your ${brand} license has ended`, heading: 'Your license has ended' }),
        paragraphs: [
          order.status === 'disputeLost'
            ? 'Your bank reversed the payment for your license after a dispute, so the license has ended.'
            : order.status === 'revoked'
              ? 'The license that you received as a gift has ended.'
              : 'We have refunded your payment in full, so the license has ended. Your bank may take a few days to show the refund.',
          'The app you have installed keeps working, but gets no more updates. You keep your account, and your projects stay on your own computer.',
          'You can get a license again at any time.',
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
          'The payment for your license is valid again, so you have your license back: full access, unlimited offline storage, all future updates.',
        ],
        facts,
        action: { label: `Download ${brand}`, url: `${siteUrl}/download` },
        reason,
        links,
      });
    case 'paymentPending':
      return layOut({
        subject: `Your payment to ${brand} is being processed`,
        heading: 'Your bank is processing the payment',
        paragraphs: [
          'Thank you for your order! Your bank is processing the payment, which can take a few days.',
          'When the payment arrives, you get your license by email. You do not need to do anything until then, and you do not need to order again.',
        ],
        facts,
        reason,
        links,
      });
    case 'paymentFailed':
      return layOut({
        subject: `Your payment to ${brand} did not go through`,
        heading: 'The payment did not go through',
        paragraphs: [
          'Your bank declined the payment for your license. You have not bought anything, and you do not owe anything.',
          'You can try again at any time, also with another payment method.',
        ],
        facts,
        action: { label: 'Try again', url: `${siteUrl}/pricing` },
        reason,
        links,
      });
    case 'withdrawn':
      return layOut({
        subject: `Your withdrawal from your ${brand} order`,
        heading: 'Your withdrawal is complete',
        paragraphs: [
          order.status === 'disputed'
            ? 'You have withdrawn from this order. Your bank is reviewing the payment after a dispute: if it decides in our favor, we will refund the whole price then.'
            : 'You have withdrawn from this order, so we are refunding the whole price, including any tax, to the payment method that you used. Your bank may take a few days to show the refund.',
          'The license of this order has ended. The app you have installed keeps working, but gets no more updates. You keep your account, and your projects stay on your own computer.',
        ],
        facts,
        reason,
        links,
      });
    case 'partlyRefunded': {
      const refunded = formatPrice(order.amountRefundedInCents, order.currency);
      return layOut({
        subject: `We have refunded part of your payment to ${brand}`,
        heading: 'We have refunded part of your payment',
        paragraphs: [
          `We have refunded ${refunded} of the price of your license to the payment method that you used. Your bank may take a few days to show the refund.`,
          'You keep your license.',
        ],
        facts: [...facts, ['Refunded in total', refunded]],
        reason,
        links,
      });
    }
    case 'duplicateRefunded':
      return layOut({
        subject: `We have refunded your second payment to ${brand}`,
        heading: 'You had already paid',
        paragraphs: [
          'You paid twice for the same license, perhaps in two windows at once. We have refunded the second payment in full. Your bank may take a few days to show the refund.',
          'You keep your license.',
        ],
        facts,
        reason,
        links,
      });
  }
}
