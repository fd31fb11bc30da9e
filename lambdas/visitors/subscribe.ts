import * as events from '../../contract/events/events.ts';
import * as newsletterOperations from '../../contract/operations/newsletter-operations.ts';
import { publishEvent } from '../platform/publish-event.ts';
import { serve } from '../platform/serve.ts';
import { viewerNetworks } from '../platform/viewer-network.ts';
import type { Dependencies } from './compose.ts';

/** Only publishes the request. Looking up the address here would reveal through the response time whether it has an account. */
export const subscribe = ({ bus, limits }: Dependencies) =>
  serve(newsletterOperations.subscribe, async ({ now, data: request, sender }) => {
    await limits.takeForNetworks('subscribe', viewerNetworks(sender), now);
    await limits.take('subscribeOfSite', 'everybody', now);
    await publishEvent(bus, events.subscriptionRequested, { ...request, requestedAt: now.toISOString() });
    return {};
  });
