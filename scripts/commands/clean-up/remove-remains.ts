import {
  type CloudFormationClient,
  DeleteStackCommand,
  UpdateTerminationProtectionCommand,
  waitUntilStackDeleteComplete,
} from '@aws-sdk/client-cloudformation';
import {
  type CognitoIdentityProviderClient,
  DeleteUserPoolCommand,
  ListUsersCommand,
  UpdateUserPoolCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import {
  DeleteTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  ScanCommand,
  UpdateTableCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { findStack, isFailedCreation, listResourcesOf } from '../stage/stacks.ts';

export interface Account {
  cloudFormation: CloudFormationClient;
  dynamodb: DynamoDBClient;
  cognito: CognitoIdentityProviderClient;
}

/** The empty resources that a failed first deployment left. */
export interface Remains {
  stackName: string;
  tables: string[];
  userPools: string[];
}

/**
 * Finds what is left of a stack whose creation failed.
 * @returns undefined if there is no such stack
 * @throws Error if the stack was created, or if something in it holds data
 */
export async function findRemains(account: Account, stackName: string): Promise<Remains | undefined> {
  const stack = await findStack(account.cloudFormation, stackName);
  if (!stack) return undefined;
  if (!isFailedCreation(stack))
    throw new Error(
      `${stackName} is in the state ${stack.StackStatus}, and only a creation that failed can be removed: the stack may hold data. docs/deploy.md describes how to delete a stage.`,
    );
  const resources = (await listResourcesOf(account.cloudFormation, stackName)) ?? [];
  const namesOf = (wanted: string) =>
    resources.flatMap(({ type, physicalId }) => (type === wanted && physicalId ? [physicalId] : []));
  const tables = await onlyEmpty(namesOf('AWS::DynamoDB::GlobalTable'), (TableName) =>
    account.dynamodb
      .send(new ScanCommand({ TableName, Limit: 1, ConsistentRead: true }))
      .then(({ Items = [] }) => Items.length),
  );
  const userPools = await onlyEmpty(namesOf('AWS::Cognito::UserPool'), (UserPoolId) =>
    account.cognito
      .send(new ListUsersCommand({ UserPoolId, Limit: 1 }))
      .then(({ Users = [] }) => Users.length),
  );
  return { stackName, tables, userPools };
}

/**
 * @param countContents counts one item at most
 * @returns those that still exist
 * @throws Error if one holds data
 */
async function onlyEmpty(
  names: string[],
  countContents: (name: string) => Promise<number>,
): Promise<string[]> {
  const counts = await Promise.all(
    names.map((name) =>
      countContents(name).catch((error: Error) => {
        if (error.name === 'ResourceNotFoundException') return undefined;
        throw error;
      }),
    ),
  );
  const full = names.filter((_, index) => counts[index]);
  if (full.length > 0) throw new Error(`${full.join(', ')} holds data, so nothing was removed.`);
  return names.filter((_, index) => counts[index] !== undefined);
}

/** Removes the stack last, so that a run that was interrupted can be repeated. */
export async function removeRemains(account: Account, remains: Remains): Promise<void> {
  const { cloudFormation, dynamodb, cognito } = account;
  const { stackName: StackName, tables, userPools } = remains;
  for (const TableName of tables) {
    const { Table: table } = await dynamodb.send(new DescribeTableCommand({ TableName }));
    if (table?.DeletionProtectionEnabled) {
      await dynamodb.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false }));
      // A table cannot be deleted while it is updated.
      await waitUntilTableExists({ client: dynamodb, maxWaitTime: 300 }, { TableName });
    }
    await dynamodb.send(new DeleteTableCommand({ TableName }));
  }
  for (const UserPoolId of userPools) {
    await cognito.send(new UpdateUserPoolCommand({ UserPoolId, DeletionProtection: 'INACTIVE' }));
    await cognito.send(new DeleteUserPoolCommand({ UserPoolId }));
  }
  await cloudFormation.send(
    new UpdateTerminationProtectionCommand({ StackName, EnableTerminationProtection: false }),
  );
  await cloudFormation.send(new DeleteStackCommand({ StackName }));
  await waitUntilStackDeleteComplete({ client: cloudFormation, maxWaitTime: 900 }, { StackName });
}
