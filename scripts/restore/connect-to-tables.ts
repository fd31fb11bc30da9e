import { CognitoIdentityProviderClient, paginateListUsers } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { WebSettings } from '../../contract/web-settings.ts';
import { region } from '../../lib/stages.ts';
import { localClient, readLocalEndpoints, readOutputs } from '../connect.ts';
import { listStackResources, withoutHash } from '../list-stack-resources.ts';

/** The tables that keep what cannot be had again, as lib/data.ts calls them. */
export const tableNames = ['Users', 'Feedback', 'Articles', 'Orders', 'Referrals', 'Downloads'] as const;
export type TableName = (typeof tableNames)[number];

export interface TablesConnection {
  dynamodb: DynamoDBDocumentClient;
  /** The table by its name on AWS. */
  table: string;
  /** The ids of all accounts there are. */
  readAccounts(): Promise<Set<string>>;
}

/**
 * Finds a table of a stage on AWS, or of the local cloud when none is named.
 * @throws Error that says what to do when there is nothing to connect to
 */
export async function connectToTable(name: TableName, stage?: string): Promise<TablesConnection> {
  const logicalId = `Data${name}`;
  if (stage === undefined) {
    const { dynamodbEndpoint, userPoolEndpoint, userPoolId } = await readLocalEndpoints();
    const accounts = new CognitoIdentityProviderClient(localClient(userPoolEndpoint));
    return {
      dynamodb: documents(new DynamoDBClient(localClient(dynamodbEndpoint))),
      table: logicalId,
      readAccounts: () => readAccounts(accounts, userPoolId),
    };
  }
  const resources = await listStackResources(stage);
  const table = resources.find(
    ({ logicalId: id, type }) => type === 'AWS::DynamoDB::GlobalTable' && withoutHash(id) === logicalId,
  );
  if (!table) throw new Error(`The stack of the stage ${stage} has no table ${name}.`);
  const { userPoolId } = JSON.parse((await readOutputs(stage))('WebSettings')) as WebSettings;
  return {
    dynamodb: documents(new DynamoDBClient({ region })),
    table: table.physicalId,
    readAccounts: () => readAccounts(new CognitoIdentityProviderClient({ region }), userPoolId),
  };
}

const documents = (client: DynamoDBClient) => DynamoDBDocumentClient.from(client);

async function readAccounts(client: CognitoIdentityProviderClient, userPoolId: string): Promise<Set<string>> {
  const accounts = new Set<string>();
  const pages = paginateListUsers({ client }, { UserPoolId: userPoolId, AttributesToGet: ['sub'] });
  for await (const { Users: users = [] } of pages) {
    for (const { Username: id } of users) if (id) accounts.add(id);
  }
  return accounts;
}
