import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import type { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import type { WebSettings } from '../../../contract/records/web-settings.ts';
import { feedbackStore } from '../../../lambdas/domain/feedback/feedback-store.ts';
import { mailLogStore } from '../../../lambdas/domain/mail/mail-log-store.ts';
import { orderStore } from '../../../lambdas/domain/orders/order-store.ts';
import { userStore } from '../../../lambdas/domain/users/user-store.ts';
import { readStage, siteNameOf } from '../../../lib/stages.ts';
import { isLocal, readLocalEndpoints, readOutputs } from '../stage/connect.ts';
import { connectToTable } from '../stage/connect-to-tables.ts';
import { listStackResources, type StackResource } from '../stage/stacks.ts';

/** The stage that is checked. */
export interface SmokeStage {
  /** The name for `--stage`; undefined for the local cloud. */
  stage: string | undefined;
  siteName: string;
  siteUrl: string;
  keepsData: boolean;
  settings: WebSettings;
  cognito: CognitoIdentityProviderClient;
  events: EventBridgeClient;
  eventBus: string;
  users: Pick<ReturnType<typeof userStore>, 'find'>;
  orders: Pick<ReturnType<typeof orderStore>, 'ofUser'>;
  feedback: Pick<ReturnType<typeof feedbackStore>, 'ofUser'>;
  mails: Pick<ReturnType<typeof mailLogStore>, 'page'>;
  /** The resources of the stacks. Undefined on the local cloud. */
  resources: StackResource[] | undefined;
}

/**
 * Connects to a stage on AWS, or to the local cloud if no stage is named.
 * @throws Error that says what to do if the connection is not possible
 */
export async function connectToSmokeStage(name: string | undefined): Promise<SmokeStage> {
  const stage = isLocal(name) ? undefined : name;
  const read = readStage(stage ?? 'local');
  const {
    siteUrl,
    events,
    eventBus,
    cognito,
    dynamodb,
    table: usersTable,
  } = await connectToTable('Users', stage);
  const tableOf = async (table: 'Orders' | 'Feedback' | 'MailLog') =>
    (await connectToTable(table, stage)).table;
  return {
    stage,
    siteName: siteNameOf(read.name),
    siteUrl,
    keepsData: read.settings.keepsData,
    settings:
      stage === undefined
        ? (await readLocalEndpoints()).webSettings
        : JSON.parse((await readOutputs(stage))('WebSettings')),
    cognito,
    events,
    eventBus,
    users: userStore(dynamodb, usersTable),
    orders: orderStore(dynamodb, await tableOf('Orders')),
    feedback: feedbackStore(dynamodb, await tableOf('Feedback')),
    mails: mailLogStore(dynamodb, await tableOf('MailLog')),
    resources: stage === undefined ? undefined : await listStackResources(stage),
  };
}
