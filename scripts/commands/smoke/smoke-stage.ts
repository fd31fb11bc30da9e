import type { WebSettings } from '../../../contract/records/web-settings.ts';
import { feedbackStore } from '../../../lambdas/domain/feedback/feedback-store.ts';
import { mailLogStore } from '../../../lambdas/domain/mail/mail-log-store.ts';
import { orderStore } from '../../../lambdas/domain/orders/order-store.ts';
import { userStore } from '../../../lambdas/domain/users/user-store.ts';
import { readStage, siteNameOf } from '../../../lib/stages.ts';
import { isLocal, readLocalEndpoints, readOutputs } from '../stage/connect.ts';
import { connectToTable } from '../stage/connect-to-tables.ts';
import { listStackResources } from '../stage/stacks.ts';

/** The stage that is checked. */
export type SmokeStage = Awaited<ReturnType<typeof connectToSmokeStage>>;

/**
 * Connects to a stage on AWS, or to the local cloud if no stage is named.
 * @throws Error that says what to do if the connection is not possible
 */
export async function connectToSmokeStage(name: string | undefined) {
  const stage = isLocal(name) ? undefined : name;
  const read = readStage(stage ?? 'local');
  const users = await connectToTable('Users', stage);
  const { dynamodb } = users;
  const tableOf = async (table: 'Orders' | 'Feedback' | 'MailLog') =>
    (await connectToTable(table, stage)).table;
  const settings: WebSettings =
    stage === undefined
      ? (await readLocalEndpoints()).webSettings
      : JSON.parse((await readOutputs(stage))('WebSettings'));
  return {
    ...users,
    /** The name for `--stage`; undefined for the local cloud. */
    stage,
    siteName: siteNameOf(read.name),
    keepsData: read.settings.keepsData,
    settings,
    users: userStore(dynamodb, users.table),
    orders: orderStore(dynamodb, await tableOf('Orders')),
    feedback: feedbackStore(dynamodb, await tableOf('Feedback')),
    mails: mailLogStore(dynamodb, await tableOf('MailLog')),
    /** The resources of the stacks. Undefined on the local cloud. */
    resources: stage === undefined ? undefined : await listStackResources(stage),
  };
}
