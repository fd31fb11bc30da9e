import * as events from '../../contract/events/events.ts';
import * as orderOperations from '../../contract/operations/order-operations.ts';
import { readWithdrawalToken } from '../domain/mail/link-token.ts';
import { publishEvent } from '../platform/publish-event.ts';
import { serve } from '../platform/serve.ts';
import { viewerNetworks } from '../platform/viewer-network.ts';
import type { Dependencies } from './compose.ts';

/** Only records the statement. Looking up the order here would reveal through the response time whether it exists. */
export const withdraw = ({ bus, limits, readLinkKey }: Dependencies) =>
  serve(orderOperations.withdraw, async ({ now, data, sender }) => {
    await limits.takeForNetworks('withdraw', viewerNetworks(sender), now);
    if ('token' in data) {
      const { withdrawalId, token } = data;
      const statement = readWithdrawalToken(await readLinkKey(), token, now);
      const confirmed = { withdrawalId, ...statement, isConfirmed: true };
      await publishEvent(bus, events.withdrawalSubmitted, confirmed);
      return { statedAt: statement.statedAt };
    }
    const { orderId = '', email } = data;
    // The key has both, so that a stranger who knows only one of them cannot use up the buyer's limit.
    await limits.take('withdrawOrder', `${orderId}#${email.toLowerCase()}`, now);
    await limits.take('withdrawOfSite', 'everybody', now);
    const statedAt = now.toISOString();
    await publishEvent(bus, events.withdrawalSubmitted, { ...data, statedAt, isConfirmed: false });
    return { statedAt };
  });
