import * as events from '../../../contract/events/events.ts';
import * as messageOperations from '../../../contract/operations/message-operations.ts';
import { limitStore } from '../../domain/limits/limit-store.ts';
import { AppError } from '../../platform/app-error.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { eventBridge } from '../../platform/aws/event-bridge.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { count } from '../../platform/count.ts';
import { publishEvent } from '../../platform/publish-event.ts';
import { serve } from '../../platform/serve.ts';
import { viewerNetworks } from '../../platform/viewer-network.ts';

const { EVENT_BUS, LIMITS_TABLE } = readConfig({ EVENT_BUS: resourceName, LIMITS_TABLE: resourceName });
const limits = limitStore(dynamodb(), LIMITS_TABLE);
const bus = eventBridge();

export const contact = serve(messageOperations.contact, async ({ data: letter, sender }) => {
  const now = new Date();
  await limits.takeForNetworks('contact', viewerNetworks(sender), now);
  try {
    await limits.take('contactOfSite', 'everybody', now);
  } catch (error) {
    if (error instanceof AppError) count('LettersRefused');
    throw error;
  }
  await publishEvent(bus, EVENT_BUS, events.contactSubmitted, { ...letter, submittedAt: now.toISOString() });
  return {};
});
