import { licenseFileName, licenseFileType } from '../../../contract/records/license-file-name.ts';
import type { Order } from '../../../contract/records/order.ts';
import { brand } from '../../../contract/rules/brand.ts';
import { offerOf } from '../../../contract/rules/catalog.ts';
import { dayInWords } from '../../../contract/rules/day.ts';
import { formatPrice } from '../../../contract/rules/format-price.ts';
import { withdrawalDays } from '../../../contract/rules/withdrawal.ts';
import { type Attachment, layOut, type Mail } from './layout.ts';
import { isolate } from './mail-content.ts';

export interface LicenseEmailDetails {
  order: Pick<
    Order,
    | 'orderId'
    | 'priceId'
    | 'amountInCents'
    | 'taxInCents'
    | 'currency'
    | 'createdAt'
    | 'licensedAt'
    | 'source'
    | 'giftFrom'
    | 'reissues'
    | 'passedOnAt'
  >;
  licenseFile: string;
  /** The documents that the law requires for the buyer of a paid order; undefined for a free one. */
  terms?: { seller: string; documents: Attachment[] } | undefined;
  /** The address of the buyer's account. */
  email: string;
  siteUrl: string;
  /** Whether the holder got the license before and asked for it again. */
  isResent?: boolean;
}

/** The email for an order that gave its buyer the license, with the license file. */
export function licenseEmail(details: LicenseEmailDetails): Mail {
  const { order, licenseFile, terms, email, siteUrl, isResent = false } = details;
  const { orderId, priceId, amountInCents, currency, createdAt, licensedAt = createdAt } = order;
  const price = formatPrice(amountInCents, currency);
  const isPaid = amountInCents > 0;
  const orderedOn = dayInWords(licensedAt);
  const giver = order.giftFrom ? ` from ${isolate(order.giftFrom)}` : '';
  const { beginning, ...title } = introduce(details, orderedOn, giver);
  const content = layOut({
    ...title,
    paragraphs: [
      beginning,
      `Your license file is attached. Open it in ${brand} once: ${brand} then works without a connection, and updates itself without your password. You can download the file again on your account page.`,
      `${brand} runs on a Mac or a PC. If you read this on a phone, open this email on your computer to download ${brand}.`,
      ...(terms
        ? [
            isResent
              ? `The terms of your order are attached again. The ${withdrawalDays} days in which you can withdraw began with the order.`
              : `The terms of your order and the instructions for a withdrawal are attached. You can withdraw within ${withdrawalDays} days without giving any reason.`,
          ]
        : []),
    ],
    facts: [
      ['License', `${[brand, offerOf(priceId)?.name].filter(Boolean).join(' ')}, valid for life`],
      ['Account', email],
      order.source
        ? ['Price', `A gift${giver}`]
        : ['Price', isPaid ? withTax(price, order) : `Free (${price})`],
      ['Date', orderedOn],
      ['Order', orderId],
      ...(terms ? [['Seller', terms.seller] satisfies [string, string]] : []),
    ],
    action: { label: `Download ${brand}`, url: `${siteUrl}/download` },
    reason:
      order.source || order.reissues
        ? `You are receiving this email because you have a license for ${brand}; please keep it. If something is wrong with it, write to us.`
        : `This email confirms your order at ${brand}; please keep it. If something is wrong with your order, write to us.`,
    links: [
      { label: 'Your license', url: `${siteUrl}/account?tab=license` },
      { label: 'Your purchases', url: `${siteUrl}/account?tab=purchases` },
      { label: 'Your receipt', url: `${siteUrl}/receipt?order=${encodeURIComponent(orderId)}` },
      ...(terms
        ? [
            {
              label: 'Withdraw from contract here',
              url: `${siteUrl}/withdraw?order=${encodeURIComponent(orderId)}`,
            },
          ]
        : []),
      { label: 'Write to us', url: `${siteUrl}/contact` },
    ],
  });
  const license = { fileName: licenseFileName, type: licenseFileType, content: licenseFile };
  return { ...content, attachments: [license, ...(terms?.documents ?? [])] };
}

/** @param giver the end of a sentence; empty without one */
function introduce({ order, isResent }: LicenseEmailDetails, orderedOn: string, giver: string) {
  const subject = `Your ${brand} license`;
  const rights =
    'full access, unlimited offline storage, all future updates. There is no subscription and nothing to renew.';
  if (isResent)
    return {
      subject,
      heading: 'Your license again',
      beginning: `Here is your license file again. Nothing about your license of ${orderedOn} has changed.`,
    };
  if (order.reissues)
    return {
      subject: `Your new ${brand} license file`,
      heading: 'Your new license file',
      beginning: `Your license has a new file, as you or our team requested. ${brand} keeps working with an earlier file, but gets no more updates with it: open the new one on each of your computers.`,
    };
  if (order.passedOnAt)
    return {
      subject: `Your ${brand} license`,
      heading: 'The license is yours now',
      beginning: `The license that was offered to you belongs to your account now, and the file of its previous holder gets no more updates. You have ${rights}`,
    };
  if (order.source)
    return {
      subject: `A ${brand} license as a gift`,
      heading: 'A license as a gift',
      beginning: `You have received a lifetime license as a gift${giver}: ${rights}`,
    };
  return {
    subject,
    heading: 'Your license is ready',
    beginning: `Thank you! You have a lifetime license: ${rights}`,
  };
}

function withTax(price: string, { taxInCents = 0, currency }: LicenseEmailDetails['order']): string {
  return taxInCents > 0 ? `${price}, including ${formatPrice(taxInCents, currency)} tax` : price;
}
