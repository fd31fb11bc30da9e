import {
  AdminDeleteUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { DeleteCommand, DynamoDBDocumentClient, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';

vi.stubEnv('FEEDBACK_TABLE', 'Feedback');
vi.stubEnv('ORDERS_TABLE', 'Orders');
vi.stubEnv('SITE_URL', 'https://site.test');
vi.stubEnv('USERS_TABLE', 'Users');
vi.stubEnv('USER_POOL_ID', 'pool');
vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'SILENT');
const send = vi.hoisted(() => vi.fn());
vi.mock('../mail/mail-once.ts', () => ({ mailOnce: () => send }));
const table = mockClient(DynamoDBDocumentClient);
const pool = mockClient(CognitoIdentityProviderClient);
const { handler } = await import('./handler.ts');

const detail = { userId: 'user-1', email: 'ana@example.test' };
const run = () => handler({ id: 'event-1', detail } as never, {} as never);

beforeEach(() => {
  send.mockReset().mockResolvedValue(undefined);
  table.reset();
  table.on(DeleteCommand).resolves({}).on(UpdateCommand).resolves({});
  table.on(QueryCommand, { TableName: 'Feedback' }).resolves({ Items: [{ feedbackId: 'feedback-1' }] });
  table.on(QueryCommand, { TableName: 'Orders' }).resolves({ Items: [{ orderId: 'cs_1' }] });
  pool.reset();
  pool.on(AdminDeleteUserCommand).resolves({});
});

test('removes sign-in, record and feedback, forgets whose the orders are, and says goodbye', async () => {
  await run();
  expect(pool.commandCalls(AdminDeleteUserCommand)[0]?.args[0].input).toEqual({
    UserPoolId: 'pool',
    Username: 'user-1',
  });
  expect(table.commandCalls(DeleteCommand).map(({ args }) => args[0].input)).toEqual([
    { TableName: 'Users', Key: { userId: 'user-1' } },
    { TableName: 'Feedback', Key: { feedbackId: 'feedback-1' } },
  ]);
  expect(table.commandCalls(UpdateCommand)[0]?.args[0].input).toMatchObject({
    TableName: 'Orders',
    Key: { orderId: 'cs_1' },
    UpdateExpression: 'REMOVE userId, referralCode',
  });
  const [mail] = send.mock.lastCall ?? [];
  expect(mail).toMatchObject({ occasion: 'goodbye#user-1', to: 'ana@example.test' });
});

test('goes on where an earlier run has removed the sign-in', async () => {
  pool.on(AdminDeleteUserCommand).rejects(new UserNotFoundException({ message: 'gone', $metadata: {} }));
  await run();
  expect(table.commandCalls(DeleteCommand)).toHaveLength(2);
  expect(send).toHaveBeenCalledOnce();
});

test('touches nothing while the sign-in cannot be removed', async () => {
  pool.on(AdminDeleteUserCommand).rejects(new Error('throttled'));
  await expect(run()).rejects.toThrow('throttled');
  expect(table.calls()).toEqual([]);
  expect(send).not.toHaveBeenCalled();
});
