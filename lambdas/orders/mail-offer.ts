import * as events from '../../contract/events/events.ts';
import { passOnToken } from '../domain/mail/link-token.ts';
import { licenseOffer } from '../domain/mail/pass-on-mails.ts';
import { consume } from '../platform/consume.ts';
import type { Dependencies } from './compose.ts';

/** An offer that was canceled or replaced since gets no email. */
export const mailOffer = ({ now, passOns, readLinkKey, send, siteUrl, users }: Dependencies) =>
  consume(events.passOnRequested, async ({ orderId, passOnId }, context) => {
    const offer = await passOns.find(orderId, now());
    const giver = offer?.passOnId === passOnId ? await users.find(offer.userId) : undefined;
    if (!offer || !giver) return;
    const shown = { from: giver.email, to: offer.email };
    const token = passOnToken.sign(await readLinkKey(), { orderId, passOnId, ...shown });
    const mail = licenseOffer(
      { giver: giver.email, url: `${siteUrl}/accept-license#token=${token}` },
      siteUrl,
    );
    // With the address: after a lost response, the form repeats the offer, perhaps to a corrected address.
    const idempotencyKey = `licenseOffer#${passOnId}#${offer.email}`;
    await send({ idempotencyKey, to: offer.email, mail, logUnder: 'address' }, context);
  });
