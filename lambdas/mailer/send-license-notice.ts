import * as events from '../../contract/events/events.ts';
import type { LicenseChange } from '../../contract/events/license-changes.ts';
import type { User } from '../../contract/records/user.ts';
import type { Mail } from '../domain/mail/layout.ts';
import { licenseNotice } from '../domain/mail/license-notices.ts';
import { passedOnNotice } from '../domain/mail/pass-on-mails.ts';
import { disputeForTeam, teamDecision } from '../domain/mail/team-mail.ts';
import { disputeKeyOf, givesLicense } from '../domain/orders/advance-order.ts';
import { buyerOf } from '../domain/orders/order-holder.ts';
import type { StoredOrder } from '../domain/orders/order-store.ts';
import { giftOf } from '../domain/orders/public-order.ts';
import { consume } from '../platform/consume.ts';
import type { Dependencies } from './compose.ts';

export const sendLicenseNotice = ({ siteUrl, teamAddress, orders, send, users }: Dependencies) =>
  consume(events.licenseChanged, async ({ userId, orderId, change, idempotencyKey }, context) => {
    const order = await orders.find(orderId);
    if (!order) return;
    const mailKey = `licenseNotice#${orderId}#${idempotencyKey}`;
    if (change === 'refundFailed' || change === 'heldTwice' || change === 'disputed') {
      const mail = change === 'disputed' ? disputeMail(order, idempotencyKey) : teamDecision(change, order);
      if (mail) await send({ idempotencyKey: mailKey, to: teamAddress, mail, logUnder: 'nobody' }, context);
      return;
    }
    // The email with the license follows when its file is issued.
    if (change === 'granted') return;
    const sendTo = async (user: User | undefined, mail: Mail, idempotencyKey = mailKey) => {
      if (user)
        await send({ idempotencyKey, to: user.email, mail, logUnder: { userId: user.userId } }, context);
    };
    const find = async (id: string | undefined) => (id ? users.find(id) : undefined);
    if (change === 'passedOn') return sendTo(await find(userId), passedOnNotice(order, siteUrl));
    if (change === 'paymentPending' && (order.status !== 'paymentPending' || order.withdrawnAt)) return;
    // A buyer who withdrew should not try again.
    if (change === 'paymentFailed' && order.withdrawnAt) return;
    // Another refund, or the failure of this one, has made it outdated.
    if (change === 'partlyRefunded' && order.status !== 'partlyRefunded') return;
    const mail = licenseNotice(change, { order, siteUrl });
    if (order.passedOnAt && buyerOf(order) !== order.userId) {
      // The payment concerns the buyer, the end of the license its holder.
      const ofOrder = { subscription: { status: givesLicense(order) ? 'active' : 'none' } } as const;
      if (order.amountInCents > 0 && !isOutdated(change, ofOrder))
        await sendTo(await find(buyerOf(order)), mail);
      const end = change === 'withdrawn' ? 'revoked' : change;
      const holder = await find(order.userId);
      if ((end !== 'revoked' && end !== 'restored') || !holder || isOutdated(end, holder)) return;
      return sendTo(holder, licenseNotice(end, { order: giftOf(order), siteUrl }), `${mailKey}#holder`);
    }
    // A buyer who has deleted the account gets no more email.
    const user = await find(userId);
    if (user && !isOutdated(change, user)) await sendTo(user, mail);
  });

/**
 * An event about an inquiry that has become a dispute describes the dispute.
 * @returns undefined when the dispute needs no evidence any more
 */
function disputeMail(order: StoredOrder, disputeKey: string): Mail | undefined {
  const { dispute } = order;
  return dispute?.needsEvidence && [dispute.disputeId, disputeKeyOf(dispute)].includes(disputeKey)
    ? disputeForTeam(order, dispute)
    : undefined;
}

/** Whether a newer change, with its own email, has made this one outdated. */
function isOutdated(
  change: LicenseChange,
  { subscription }: { subscription: Pick<User['subscription'], 'status'> },
): boolean {
  return change === 'revoked'
    ? subscription.status === 'active'
    : change === 'restored' && subscription.status !== 'active';
}
