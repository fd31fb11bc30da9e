import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { WebSettings } from '../../../contract/records/web-settings.ts';
import { readSignIn } from '../../../lambdas/domain/users/read-account.ts';
import { region } from '../../../lib/stages.ts';
import {
  type Connection,
  connect,
  isLocal,
  localClient,
  readLocalEndpoints,
  readOutputs,
} from './connect.ts';
import { listStackResources, withoutHash } from './stacks.ts';

/** The tables with data that cannot be recreated, by their names in lib/data.ts. */
export const tableNames = [
  'Users',
  'Feedback',
  'Articles',
  'Orders',
  'Referrals',
  'Downloads',
  'Codes',
  'MailLog',
  'Mailings',
  'Problems',
  'Subscribers',
] as const;
export type TableName = (typeof tableNames)[number];

/** Entries of the audit are only added, so nothing restores them. */
type ConnectedTable = TableName | 'Audit';

export interface TableConnection extends Pick<Connection, 'siteUrl' | 'events' | 'eventBus'> {
  /** Whether the account with this id still exists: a deletion removes its sign-in first. */
  hasAccount(userId: string): Promise<boolean>;
  cognito: CognitoIdentityProviderClient;
  userPoolId: string;
  dynamodb: DynamoDBDocumentClient;
  /** The table by its name on AWS. */
  table: string;
}

/**
 * Finds a table of a stage on AWS, or of the local cloud if no stage is named.
 * @throws Error that says what to do if the connection is not possible
 */
export async function connectToTable(name: ConnectedTable, stage?: string): Promise<TableConnection> {
  const connection = await connect(stage);
  const found = isLocal(stage) ? await findLocally(name) : await findOnStage(name, stage);
  const { cognito, userPoolId } = found;
  const hasAccount = async (userId: string) => (await readSignIn(cognito, userPoolId, userId)) !== undefined;
  return { ...connection, ...found, hasAccount };
}

type Found = Pick<TableConnection, 'table' | 'cognito' | 'userPoolId'>;

async function findLocally(name: ConnectedTable): Promise<Found> {
  const { userPoolEndpoint, userPoolId } = await readLocalEndpoints();
  const cognito = new CognitoIdentityProviderClient(localClient(userPoolEndpoint));
  return { table: `Data${name}`, cognito, userPoolId };
}

async function findOnStage(name: ConnectedTable, stage: string): Promise<Found> {
  const resources = await listStackResources(stage);
  const table = resources.find(
    ({ logicalId, type }) =>
      type === 'AWS::DynamoDB::GlobalTable' && withoutHash(logicalId) === `Data${name}`,
  );
  if (!table) throw new Error(`No stack of the stage ${stage} has a table ${name}.`);
  const { userPoolId } = JSON.parse((await readOutputs(stage))('WebSettings')) as WebSettings;
  // Cognito answers about a hundred requests per second, so a table with many missing items takes a while.
  const cognito = new CognitoIdentityProviderClient({ region, retryMode: 'adaptive', maxAttempts: 10 });
  return { table: table.physicalId, cognito, userPoolId };
}
