import * as events from '../../contract/events/events.ts';
import * as messageOperations from '../../contract/operations/message-operations.ts';
import { AppError } from '../platform/app-error.ts';
import { publishEvent } from '../platform/publish-event.ts';
import { recordMetric } from '../platform/record-metric.ts';
import { serve } from '../platform/serve.ts';
import { viewerNetworks } from '../platform/viewer-network.ts';
import type { Dependencies } from './compose.ts';

export const contact = ({ bus, limits }: Dependencies) =>
  serve(messageOperations.contact, async ({ now, data: message, sender }) => {
    await limits.takeForNetworks('contact', viewerNetworks(sender), now);
    try {
      await limits.take('contactOfSite', 'everybody', now);
    } catch (error) {
      if (error instanceof AppError) recordMetric('ContactMessagesRefused');
      throw error;
    }
    await publishEvent(bus, events.contactSubmitted, { ...message, submittedAt: now.toISOString() });
    return {};
  });
