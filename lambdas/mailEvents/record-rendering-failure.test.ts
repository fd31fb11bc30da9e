import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
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

it('pauses the mailing together with the entry, and counts it', async () => {
  table.on(TransactWriteCommand).resolves({});
  await report();
  const [written] = table.commandCalls(TransactWriteCommand);
  expect(written?.args[0].input.TransactItems).toMatchObject([
    { Update: { Key: { personKey: 'user-1', mailId: 'mailing-spring' } } },
    { Update: { Key: { slug: 'spring' }, ExpressionAttributeValues: { ':reason': 'text' } } },
  ]);
  expect(recordMetric).toHaveBeenCalledExactlyOnceWith('MailingsPaused', { slug: 'spring' });
});

const failing = (...codes: string[]) =>
  new TransactionCanceledException({
    message: 'No.',
    $metadata: {},
    CancellationReasons: codes.map((Code) => ({ Code })),
  });

it('only records the failure when the mailing is paused already', async () => {
  table.on(TransactWriteCommand).rejects(failing('None', 'ConditionalCheckFailed'));
  await report();
  expect(table.commandCalls(UpdateCommand)).toHaveLength(1);
  expect(recordMetric).not.toHaveBeenCalled();
});

it('does not pause a mailing that was resumed, when the event is repeated', async () => {
  table.on(TransactWriteCommand).rejects(failing('ConditionalCheckFailed', 'None'));
  await report();
  expect(table.commandCalls(UpdateCommand)).toEqual([]);
  expect(recordMetric).not.toHaveBeenCalled();
});

it('tries again while bounces of the mailing are being counted', async () => {
  table.on(TransactWriteCommand).rejectsOnce(failing('None', 'TransactionConflict')).resolves({});
  await report();
  expect(recordMetric).toHaveBeenCalledOnce();
});

it('fails when the log fails, so that the event is retried', async () => {
  table.on(TransactWriteCommand).rejectsOnce(new Error('away'));
  await expect(report()).rejects.toThrow('away');
  expect(recordMetric).not.toHaveBeenCalled();
});
