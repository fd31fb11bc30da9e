import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { WebSettings } from '../../../contract/records/web-settings.ts';
import { region } from '../../../lib/stages.ts';
import {
  type Connection,
  connect,
  isLocal,
  localClient,
  readLocalEndpoints,
  readOutputs,
} from './connect.ts';
import { listStackResources, withoutHash } from './list-stack-resources.ts';

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
  const logicalId = `Data${name}`;
  const connection = await connect(stage);
  if (isLocal(stage)) {
    const { userPoolEndpoint, userPoolId } = await readLocalEndpoints();
    return {
      ...connection,
      table: logicalId,
      ...accountsOf(new CognitoIdentityProviderClient(localClient(userPoolEndpoint)), userPoolId),
    };
  }
  const resources = await listStackResources(stage);
  const table = resources.find(
    ({ logicalId: id, type }) => type === 'AWS::DynamoDB::GlobalTable' && withoutHash(id) === logicalId,
  );
  if (!table) throw new Error(`No stack of the stage ${stage} has a table ${name}.`);
  const { userPoolId } = JSON.parse((await readOutputs(stage))('WebSettings')) as WebSettings;
  return {
    ...connection,
    table: table.physicalId,
    ...accountsOf(
      // Cognito answers about a hundred of these requests per second, so a table with many missing
      // items takes a while.
      new CognitoIdentityProviderClient({ region, retryMode: 'adaptive', maxAttempts: 10 }),
      userPoolId,
    ),
  };
}

/** Cognito finds an account by its id. */
function accountsOf(
  cognito: CognitoIdentityProviderClient,
  userPoolId: string,
): Pick<TableConnection, 'hasAccount' | 'cognito' | 'userPoolId'> {
  return {
    cognito,
    userPoolId,
    hasAccount: (userId) =>
      cognito.send(new AdminGetUserCommand({ UserPoolId: userPoolId, Username: userId })).then(
        () => true,
        (error: unknown) => {
          if (error instanceof UserNotFoundException) return false;
          throw error;
        },
      ),
  };
}
