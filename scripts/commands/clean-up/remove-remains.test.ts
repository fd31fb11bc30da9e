import {
  CloudFormationClient,
  DeleteStackCommand,
  DescribeStacksCommand,
  ListStackResourcesCommand,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation';
import {
  CognitoIdentityProviderClient,
  DeleteUserPoolCommand,
  ListUsersCommand,
  UpdateUserPoolCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import {
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ScanCommand,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, test } from 'vitest';
import { findRemains, removeRemains } from './remove-remains.ts';

const cloudFormation = mockClient(CloudFormationClient);
const dynamodb = mockClient(DynamoDBClient);
const cognito = mockClient(CognitoIdentityProviderClient);
const account = {
  cloudFormation: new CloudFormationClient({}),
  dynamodb: new DynamoDBClient({}),
  cognito: new CognitoIdentityProviderClient({}),
};
const named = (name: string) => Object.assign(new Error('No.'), { name });

/** The names of what exists and is protected against deletion, and of what exists. */
let isProtected: Set<string>;
let existing: Set<string>;

/** Rejects like AWS does if something is missing or protected. */
function remove(name: string): object {
  if (isProtected.has(name)) throw named('ValidationException');
  if (!existing.delete(name)) throw named('ResourceNotFoundException');
  return {};
}
const requireExisting = (name = '') => {
  if (!existing.has(name)) throw named('ResourceNotFoundException');
};

beforeEach(() => {
  existing = new Set(['users-1', 'orders-1', 'pool-1', 'data']);
  isProtected = new Set(existing);
  for (const client of [cloudFormation, dynamodb, cognito]) client.reset();
  answerStack('ROLLBACK_COMPLETE');
  const resources = [
    ['AWS::DynamoDB::GlobalTable', 'users-1', 'DELETE_SKIPPED'],
    ['AWS::DynamoDB::GlobalTable', 'orders-1', 'DELETE_SKIPPED'],
    ['AWS::DynamoDB::GlobalTable', 'never-created', 'DELETE_COMPLETE'],
    ['AWS::Cognito::UserPool', 'pool-1', 'DELETE_SKIPPED'],
    ['AWS::S3::Bucket', 'site-1', 'DELETE_COMPLETE'],
  ].map(([ResourceType, PhysicalResourceId, status]) => ({
    ResourceType,
    PhysicalResourceId,
    LogicalResourceId: 'Id',
    ResourceStatus: status as 'DELETE_SKIPPED',
    LastUpdatedTimestamp: new Date(0),
  }));
  cloudFormation.on(ListStackResourcesCommand).resolves({ StackResourceSummaries: resources });
  cloudFormation.on(UpdateTerminationProtectionCommand).callsFake(async ({ StackName }) => {
    isProtected.delete(StackName);
    return {};
  });
  cloudFormation.on(DeleteStackCommand).callsFake(async ({ StackName }) => remove(StackName));
  dynamodb.on(ScanCommand).callsFake(async ({ TableName }) => {
    requireExisting(TableName);
    return { Items: [] };
  });
  dynamodb.on(DescribeTableCommand).callsFake(async ({ TableName }) => ({
    Table: { TableStatus: 'ACTIVE', DeletionProtectionEnabled: isProtected.has(TableName) },
  }));
  dynamodb.on(UpdateTableCommand).callsFake(async ({ TableName, DeletionProtectionEnabled }) => {
    if (DeletionProtectionEnabled === false) isProtected.delete(TableName);
    return {};
  });
  dynamodb.on(DeleteTableCommand).callsFake(async ({ TableName }) => remove(TableName));
  cognito.on(ListUsersCommand).callsFake(async ({ UserPoolId }) => {
    requireExisting(UserPoolId);
    return { Users: [] };
  });
  cognito.on(UpdateUserPoolCommand).callsFake(async ({ UserPoolId, DeletionProtection }) => {
    if (DeletionProtection === 'INACTIVE') isProtected.delete(UserPoolId);
    return {};
  });
  cognito.on(DeleteUserPoolCommand).callsFake(async ({ UserPoolId }) => remove(UserPoolId));
});

function answerStack(StackStatus: string) {
  cloudFormation.on(DescribeStacksCommand).callsFake(async () => {
    if (!existing.has('data')) throw named('ValidationError');
    return { Stacks: [{ StackStatus }] };
  });
}
const find = () => findRemains(account, 'data');

describe('findRemains', () => {
  test.each(['CREATE_FAILED', 'ROLLBACK_COMPLETE', 'ROLLBACK_FAILED'])(
    'lists the empty tables and user pools of a stack in the state %s',
    async (status) => {
      answerStack(status);
      expect(await find()).toEqual({
        stackName: 'data',
        tables: ['users-1', 'orders-1'],
        userPools: ['pool-1'],
      });
    },
  );

  test.each([
    'CREATE_COMPLETE',
    'CREATE_IN_PROGRESS',
    'UPDATE_COMPLETE',
    'UPDATE_ROLLBACK_COMPLETE',
    'UPDATE_ROLLBACK_FAILED',
    'ROLLBACK_IN_PROGRESS',
    'DELETE_FAILED',
  ])('refuses a stack in the state %s', async (status) => {
    answerStack(status);
    await expect(find()).rejects.toThrow(`data is in the state ${status}`);
  });

  test('finds nothing without a stack', async () => {
    existing.delete('data');
    expect(await find()).toBeUndefined();
  });

  test('refuses a table with an item', async () => {
    dynamodb.on(ScanCommand, { TableName: 'orders-1' }, false).resolves({ Items: [{ id: { S: '1' } }] });
    await expect(find()).rejects.toThrow('orders-1 holds data, so nothing was removed.');
  });

  test('refuses a user pool with a user', async () => {
    cognito.on(ListUsersCommand).resolves({ Users: [{}] });
    await expect(find()).rejects.toThrow('pool-1 holds data, so nothing was removed.');
  });

  test('leaves out what was removed before', async () => {
    existing.delete('users-1');
    existing.delete('pool-1');
    expect(await find()).toMatchObject({ tables: ['orders-1'], userPools: [] });
  });
});

describe('removeRemains', () => {
  const removeAll = async () => {
    const remains = await find();
    if (remains) await removeRemains(account, remains);
  };

  test('removes protected tables, user pools and the stack', async () => {
    await removeAll();
    expect([...existing]).toEqual([]);
  });

  test('completes the work of an interrupted run', async () => {
    cognito
      .on(DeleteUserPoolCommand)
      .rejectsOnce(new Error('The connection broke.'))
      .callsFake(async ({ UserPoolId }) => remove(UserPoolId));
    await expect(removeAll()).rejects.toThrow('The connection broke.');
    expect([...existing]).toEqual(['pool-1', 'data']);
    await removeAll();
    expect([...existing]).toEqual([]);
  });
});
