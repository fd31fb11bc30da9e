import { brand } from '../../../contract/rules/brand.ts';
import { passOnLinkDays, passOnPauseDays } from '../../../contract/rules/pass-on.ts';
import { layOut, type Mail } from './layout.ts';
import { isolate } from './mail-content.ts';

/** Offers a license to the owner of an address that its holder typed. */
export function licenseOffer({ giver, url }: { giver: string; url: string }, siteUrl: string): Mail {
  return layOut({
    subject: `A ${brand} license is offered to you`,
    heading: 'A license is offered to you',
    paragraphs: [
      `The person with the address ${isolate(giver)} wants to pass a lifetime license for ${brand} on to you. It costs nothing.`,
      `To accept it, open the page below, log in or create an account with this email address, and press the button there. The link works for ${passOnLinkDays} days.`,
      'If you do not know this person, or do not want the license, ignore this email. Nothing happens without the button.',
    ],
    action: { label: 'See the offer', url },
    reason: `You are receiving this email because the holder of a license entered this address at ${brand}. We do not use it for anything else.`,
    links: [{ label: 'Write to us', url: `${siteUrl}/contact` }],
  });
}

/** Tells the previous holder that the license belongs to another account. */
export function passedOnNotice({ orderId }: { orderId: string }, siteUrl: string): Mail {
  return layOut({
    subject: `Your ${brand} license was passed on`,
    heading: 'Your license was passed on',
    paragraphs: [
      'The license of this order belongs to another account now, because you offered it and the offer was accepted, or because our team moved it.',
      `Your license file gets no more updates. Please remove it from your computers. If you paid for the license, the invoice and the receipt stay in your account, and so does your right to withdraw.`,
      `If this was a mistake, write to us at once. The new holder cannot pass the license on for ${passOnPauseDays} days.`,
    ],
    facts: [['Order', orderId]],
    reason: `You are receiving this email because you had a license for ${brand}.`,
    links: [
      { label: 'Your purchases', url: `${siteUrl}/account?tab=purchases` },
      { label: 'Write to us', url: `${siteUrl}/contact` },
    ],
  });
}
