import { operations } from '../../../contract/operations/operations.ts';
import { limitStore } from '../../domain/limits/limit-store.ts';
import { linkKey } from '../../domain/mail/link-key.ts';
import { readWithdrawalToken } from '../../domain/withdrawals/withdrawal-token.ts';
import { AppError } from '../../platform/app-error.ts';
import { dynamodb, eventBridge } from '../../platform/aws.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { count } from '../../platform/count.ts';
import { publishEvent } from '../../platform/publish-event.ts';
import { serve } from '../../platform/serve.ts';
import { viewerNetworks } from '../../platform/viewer-network.ts';

const { EVENT_BUS, LIMITS_TABLE } = readConfig({ EVENT_BUS: resourceName, LIMITS_TABLE: resourceName });
const limits = limitStore(dynamodb(), LIMITS_TABLE);
const bus = eventBridge();
const key = linkKey();

/** It only takes the statement. Looking for the order here would show in the time of the answer who has bought. */
export const handler = serve(operations.withdraw, async ({ data, sender }) => {
  const now = new Date();
  await limits.takeForNetworks('withdraw', viewerNetworks(sender), now);
  if ('token' in data) {
    const { withdrawalId, token } = data;
    const { orderId, statedAt } = readWithdrawalToken(await key(), token, now);
    const confirmed = { withdrawalId, orderId, statedAt, isConfirmed: true };
    await publishEvent(bus, EVENT_BUS, 'withdrawalSubmitted', confirmed);
    return { statedAt };
  }
  const { orderId, email = '' } = data;
  await limits.take('withdrawOrder', orderId ?? email.toLowerCase(), now);
  try {
    await limits.take('withdrawOfSite', 'everybody', now);
  } catch (error) {
    if (error instanceof AppError) count('LettersRefused');
    throw error;
  }
  const statedAt = now.toISOString();
  await publishEvent(bus, EVENT_BUS, 'withdrawalSubmitted', { ...data, statedAt, isConfirmed: false });
  return { statedAt };
});
