import type { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { type MailingStore, mailingStore } from '../../../lambdas/domain/mailings/mailing-store.ts';
import { type RecipientStore, recipientStore } from '../../../lambdas/domain/mailings/recipient-store.ts';
import { requireFreeAddress } from '../../../lambdas/domain/mailings/require-free-address.ts';
import { type SubscriberStore, subscriberStore } from '../../../lambdas/domain/mailings/subscriber-store.ts';
import { readStage, region } from '../../../lib/stages.ts';
import type { WrittenMailing } from '../../../publishing/markdown/parse-mailing.ts';
import { isLocal, localClient, readLocalEndpoints } from '../stage/connect.ts';
import { connectToTable } from '../stage/connect-to-tables.ts';

/** The connection to the mailings of a site. */
export interface MailingSite {
  siteUrl: string;
  senderAddress: string;
  mailings: MailingStore;
  subscribers: SubscriberStore;
  recipients: Pick<RecipientStore, 'outcomes'>;
  ses: SESv2Client;
  bus: { client: EventBridgeClient; name: string };
  /** @throws Error for a newsletter when an article has its address */
  requireFreeAddress: (written: Pick<WrittenMailing, 'slug' | 'group'>) => Promise<void>;
}

/**
 * Connects to a stage on AWS, or to the local cloud if no stage is named.
 * @throws Error that says what to do if the connection is not possible
 */
export async function connectToMailings(stage?: string): Promise<MailingSite> {
  const { settings } = readStage(stage ?? 'local');
  const [ofMailings, ofUsers, ofLog] = await Promise.all([
    connectToTable('Mailings', stage),
    connectToTable('Users', stage),
    connectToTable('MailLog', stage),
  ]);
  const { siteUrl, dynamodb, events, eventBus } = ofMailings;
  const ses = isLocal(stage) ? localClient((await readLocalEndpoints()).mailEndpoint) : { region };
  return {
    siteUrl,
    senderAddress: settings.senderAddress,
    mailings: mailingStore(dynamodb, ofMailings.table),
    subscribers: subscriberStore(dynamodb, ofUsers.table),
    recipients: recipientStore(dynamodb, ofLog.table),
    ses: new SESv2Client(ses),
    bus: { client: events, name: eventBus },
    requireFreeAddress: (written) => requireFreeAddress(dynamodb, ofMailings.articlesTable, written),
  };
}
