import * as events from '../../../contract/events/events.ts';
import * as orderOperations from '../../../contract/operations/order-operations.ts';
import { limitStore } from '../../domain/limits/limit-store.ts';
import { readWithdrawalToken } from '../../domain/withdrawals/withdrawal-token.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { eventBridge } from '../../platform/aws/event-bridge.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { publishEvent } from '../../platform/publish-event.ts';
import { serve } from '../../platform/serve.ts';
import { viewerNetworks } from '../../platform/viewer-network.ts';
import { linkKey } from '../../wiring/link-key.ts';

const { EVENT_BUS, LIMITS_TABLE } = readConfig({ EVENT_BUS: resourceName, LIMITS_TABLE: resourceName });
const limits = limitStore(dynamodb(), LIMITS_TABLE);
const bus = eventBridge();
const key = linkKey();

/** Only records the statement. Looking up the order here would reveal through the response time whether it exists. */
export const withdraw = serve(orderOperations.withdraw, async ({ data, sender }) => {
  const now = new Date();
  await limits.takeForNetworks('withdraw', viewerNetworks(sender), now);
  if ('token' in data) {
    const { withdrawalId, token } = data;
    const statement = readWithdrawalToken(await key(), token, now);
    const confirmed = { withdrawalId, ...statement, isConfirmed: true };
    await publishEvent(bus, EVENT_BUS, events.withdrawalSubmitted, confirmed);
    return { statedAt: statement.statedAt };
  }
  const { orderId = '', email } = data;
  // The key has both, so that a stranger who knows only one of them cannot use up the buyer's limit.
  await limits.take('withdrawOrder', `${orderId}#${email.toLowerCase()}`, now);
  await limits.take('withdrawOfSite', 'everybody', now);
  const statedAt = now.toISOString();
  await publishEvent(bus, EVENT_BUS, events.withdrawalSubmitted, { ...data, statedAt, isConfirmed: false });
  return { statedAt };
});
