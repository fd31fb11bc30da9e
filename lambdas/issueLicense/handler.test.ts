import { generateKeyPairSync, sign } from 'node:crypto';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { KMSClient, SignCommand } from '@aws-sdk/client-kms';
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, test, vi } from 'vitest';
import { newUser } from '../domain/users/new-user.ts';
import { deliverMessages } from '../platform/test-event.ts';

vi.stubEnv('EVENT_BUS', 'bus-1');
vi.stubEnv('LICENSE_SIGNING_KEY_ID', 'key-1');
const table = mockClient(DynamoDBDocumentClient);
const keyService = mockClient(KMSClient);
const bus = mockClient(EventBridgeClient);
const { handler } = await import('./handler.ts');

const { privateKey } = generateKeyPairSync('ed25519');
const order = {
  orderId: 'cs_1',
  userId: 'user-1',
  amountInCents: 0,
  status: 'free',
  licensedAt: new Date().toISOString(),
  version: 1,
};

test('lets KMS sign the text itself, and publishes that the license was issued', async () => {
  table.on(GetCommand, { TableName: 'Orders' }).resolves({ Item: order });
  table
    .on(GetCommand, { TableName: 'Users' })
    .resolves({ Item: newUser('user-1', 'ana@example.test', new Date()) });
  table.on(UpdateCommand).resolves({});
  keyService.on(SignCommand).callsFake(({ Message }) => ({ Signature: sign(null, Message, privateKey) }));
  bus.on(PutEventsCommand).resolves({ FailedEntryCount: 0, Entries: [{ EventId: '1' }] });
  await deliverMessages(handler, [{ orderId: 'cs_1' }]);

  const { Message, ...request } = keyService.commandCalls(SignCommand)[0]?.args[0].input ?? {};
  expect(request).toEqual({ KeyId: 'key-1', MessageType: 'RAW', SigningAlgorithm: 'ED25519_SHA_512' });
  const saved = table.commandCalls(UpdateCommand)[0]?.args[0].input.ExpressionAttributeValues?.[':file'];
  expect(saved).toMatch(new RegExp(`^${Buffer.from(Message ?? '').toString()}\\.[\\w-]{86}$`));
  expect(bus.commandCalls(PutEventsCommand)[0]?.args[0].input.Entries?.[0]).toMatchObject({
    EventBusName: 'bus-1',
    DetailType: 'LicenseIssued',
    Detail: expect.stringContaining('"orderId":"cs_1"'),
  });
});
