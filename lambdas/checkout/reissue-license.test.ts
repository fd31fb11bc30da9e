import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import {
  DynamoDBDocumentClient,
  GetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, it } from 'vitest';
import { paidOrder } from '../domain/orders/test-orders.ts';
import { exceedLimits } from '../platform/test-limits.ts';
import { send } from '../platform/test-request.ts';
import { compose } from './compose.ts';
import { reissueLicense } from './reissue-license.ts';

const table = mockClient(DynamoDBDocumentClient);
mockClient(EventBridgeClient)
  .on(PutEventsCommand)
  .resolves({ FailedEntryCount: 0, Entries: [{ EventId: '1' }] });
mockClient(SQSClient).on(SendMessageCommand).resolves({ MessageId: '1' });
const handler = reissueLicense(compose());

const data = { orderId: 'cs_1', requestId: '7f1ff9f5-6f05-4c59-9a6f-59b1a2c8c1d3' };
const reissue = (signedInSecondsAgo = 10) =>
  send(handler, {
    data,
    claims: {
      sub: 'user-1',
      token_use: 'access',
      auth_time: Math.floor(Date.now() / 1000) - signedInSecondsAgo,
    },
  });

beforeEach(() => {
  table.reset();
  table.on(GetCommand, { TableName: 'Orders' }).resolves({ Item: paidOrder('cs_1') });
  table.on(TransactWriteCommand).resolves({}).on(UpdateCommand).resolves({});
});

it('writes the order and an entry of the holder in one transaction', async () => {
  expect(await reissue()).toEqual({ statusCode: 200, result: {} });
  const [order, holder, entry] =
    table.commandCalls(TransactWriteCommand)[0]?.args[0].input.TransactItems ?? [];
  expect(order?.Put?.Item).toMatchObject({ reissues: { count: 1, requestId: data.requestId } });
  expect(holder?.ConditionCheck).toMatchObject({ TableName: 'Users', Key: { userId: 'user-1' } });
  expect(entry?.Put).toMatchObject({
    TableName: 'Audit',
    Item: {
      auditId: `reissue#cs_1#${data.requestId}#user-1`,
      actorId: 'holder',
      action: 'reissue',
      personId: 'user-1',
      orderId: 'cs_1',
      outcome: 'done',
    },
  });
});

it('needs a sign-in of the last five minutes', async () => {
  expect(await reissue(301)).toMatchObject({ statusCode: 403 });
  expect(table.calls()).toEqual([]);
});

it('is limited', async () => {
  exceedLimits(table);
  expect(await reissue()).toMatchObject({ statusCode: 429 });
  expect(table.commandCalls(TransactWriteCommand)).toEqual([]);
});
