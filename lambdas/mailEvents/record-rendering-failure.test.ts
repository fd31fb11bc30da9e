import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, it, vi } from 'vitest';
import { deliver } from '../platform/test-event.ts';
import { compose } from './compose.ts';
import { recordRenderingFailure } from './record-rendering-failure.ts';

const table = mockClient(DynamoDBDocumentClient);
const { recordMetric } = vi.hoisted(() => ({ recordMetric: vi.fn() }));
vi.mock('../platform/record-metric.ts', () => ({ recordMetric }));
const handler = recordRenderingFailure(compose());

const report = () =>
  deliver(handler, {
    eventType: 'Rendering Failure',
    mail: { messageId: 'mail-1', tags: { personKey: ['user-1'], mailId: ['mailing-spring'] } },
    failure: { errorMessage: 'A variable is missing.' },
  });

beforeEach(() => {
  recordMetric.mockClear();
  table.reset();
  table.on(UpdateCommand).resolves({});
});

it('pauses the mailing and counts it', async () => {
  table.on(TransactWriteCommand).resolves({});
  await report();
  const [logged] = table.commandCalls(UpdateCommand);
  expect(logged?.args[0].input).toMatchObject({ Key: { personKey: 'user-1', mailId: 'mailing-spring' } });
  const [paused] = table.commandCalls(TransactWriteCommand);
  expect(paused?.args[0].input.TransactItems).toMatchObject([
    { Update: { Key: { slug: 'spring' }, ExpressionAttributeValues: { ':reason': 'text' } } },
  ]);
  expect(recordMetric).toHaveBeenCalledExactlyOnceWith('MailingsPaused', { slug: 'spring' });
});

it('counts nothing when the mailing is paused already', async () => {
  table.on(TransactWriteCommand).rejects(
    new TransactionCanceledException({
      message: 'No.',
      $metadata: {},
      CancellationReasons: [{ Code: 'ConditionalCheckFailed' }],
    }),
  );
  await report();
  expect(recordMetric).not.toHaveBeenCalled();
});

it('pauses the mailing on the retry after the pause failed', async () => {
  table.on(TransactWriteCommand).rejectsOnce(new Error('away')).resolves({});
  await expect(report()).rejects.toThrow('away');
  table.on(UpdateCommand).rejects(new ConditionalCheckFailedException({ message: 'No.', $metadata: {} }));
  await report();
  expect(table.commandCalls(TransactWriteCommand)).toHaveLength(2);
  expect(recordMetric).toHaveBeenCalledExactlyOnceWith('MailingsPaused', { slug: 'spring' });
});
