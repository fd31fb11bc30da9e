import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { deliver } from '../platform/test-event.ts';
import { compose } from './compose.ts';
import { recordDelivery } from './record-delivery.ts';

const table = mockClient(DynamoDBDocumentClient);
const handler = recordDelivery(compose());

const timestamp = '2025-09-01T10:00:00.000Z';
const delivered = () =>
  deliver(handler, {
    mail: { messageId: 'ses-1', tags: { personKey: ['user-1'], mailId: ['key-1'], other: ['x', 'y'] } },
    delivery: { timestamp, recipients: ['ana@example.test'] },
  });

beforeEach(() => {
  table.reset();
  table.on(UpdateCommand).resolves({});
});

describe('recordDelivery', () => {
  it('records that an email arrived', async () => {
    await delivered();
    expect(table.commandCalls(UpdateCommand)[0]?.args[0].input).toMatchObject({
      TableName: 'MailLog',
      Key: { personKey: 'user-1', mailId: 'key-1' },
      ExpressionAttributeValues: { ':outcome': 'delivered', ':reportedAt': timestamp, ':messageId': 'ses-1' },
    });
  });

  it('ignores a report about an email whose entry is gone or has a later outcome', async () => {
    table.on(UpdateCommand).rejects(new ConditionalCheckFailedException({ message: 'No.', $metadata: {} }));
    await expect(delivered()).resolves.toBeUndefined();
  });

  it('fails when the table is away, so that the event is retried', async () => {
    table.on(UpdateCommand).rejects(new Error('away'));
    await expect(delivered()).rejects.toThrow('away');
  });
});
