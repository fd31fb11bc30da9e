import {
  AdminGetUserCommand,
  AdminRemoveUserFromGroupCommand,
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
  ListUsersCommand,
  ListUsersInGroupCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import * as events from '../../contract/events/events.ts';
import { recordMetric } from '../platform/record-metric.ts';
import { deliver } from '../platform/test-event.ts';
import { handler } from './handler.ts';

vi.mock('../platform/record-metric.ts');

const cognito = mockClient(CognitoIdentityProviderClient);
const tables = mockClient(DynamoDBDocumentClient);

const sweepAdmins = () => deliver(handler, {}, { type: events.adminSweepDue.type });

beforeEach(() => {
  cognito.reset();
  tables.reset();
});

test('looks only at the admins when its event says so', async () => {
  cognito.on(ListUsersInGroupCommand).resolves({ Users: [] });
  await sweepAdmins();
  expect(cognito.commandCalls(ListUsersInGroupCommand)).toHaveLength(1);
  expect(cognito.commandCalls(ListUsersCommand)).toHaveLength(0);
});

test('rings the alarm before it removes an admin, because no later run finds a removed one', async () => {
  const steps: unknown[] = [];
  vi.mocked(recordMetric).mockImplementation((metric) => {
    steps.push(metric);
  });
  tables.on(PutCommand).callsFake(({ Item }) => {
    steps.push(Item.outcome);
    return {};
  });
  cognito.on(ListUsersInGroupCommand).resolves({ Users: [{ Username: 'ben' }] });
  cognito.on(AdminGetUserCommand).resolves({
    Username: 'ben',
    UserAttributes: [{ Name: 'email', Value: 'ben@example.test' }],
  });
  cognito.on(AdminUserGlobalSignOutCommand).callsFake(() => {
    steps.push('signed out');
    return {};
  });
  cognito.on(AdminRemoveUserFromGroupCommand).callsFake(() => {
    steps.push('removed');
    return {};
  });
  await sweepAdmins();
  expect(steps).toEqual(['requested', 'AdminsRemoved', 'signed out', 'removed', 'signed out', 'done']);
});

test('fails when an admin could not be checked, after it has checked the others', async () => {
  cognito.on(ListUsersInGroupCommand).resolves({ Users: [{ Username: 'ana' }, { Username: 'ben' }] });
  cognito.on(AdminGetUserCommand).rejects(new Error('away'));
  await expect(sweepAdmins()).rejects.toThrow('could not check or remove 2 admins');
  expect(cognito.commandCalls(AdminGetUserCommand)).toHaveLength(2);
});
