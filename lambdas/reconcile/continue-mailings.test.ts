import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { DynamoDBDocumentClient, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, it } from 'vitest';
import { deliver } from '../platform/test-event.ts';
import { compose } from './compose.ts';
import { continueMailings } from './continue-mailings.ts';

const table = mockClient(DynamoDBDocumentClient);
const bus = mockClient(EventBridgeClient);
const handler = continueMailings(compose());

const longAgo = '2020-01-01T10:00:00.000Z';
const listed = (slug: string, status: string) => ({
  ...{ slug, status, group: 'updates', subject: 'News' },
  ...{ createdAt: longAgo, updatedAt: longAgo, approvedAt: longAgo },
  ...{ sent: 1, skipped: 0, bounced: 0, complained: 0, uncertainIds: new Set(['ana']) },
});

beforeEach(() => {
  table.reset();
  bus.reset();
  table.on(QueryCommand).callsFake(async ({ ExpressionAttributeValues: values }) => ({
    Items: ['sending', 'sent']
      .filter((status) => Object.values(values).includes(status))
      .map((status) => listed(`is-${status}`, status)),
  }));
  table.on(UpdateCommand).resolves({});
  bus.on(PutEventsCommand).resolves({ Entries: [{ EventId: '1' }] });
});

it('continues what is being sent, and removes the user ids from an old mailing', async () => {
  await deliver(handler, {});
  const events = bus.commandCalls(PutEventsCommand).flatMap(({ args }) => args[0].input.Entries ?? []);
  expect(events.map(({ Detail }) => JSON.parse(Detail ?? ''))).toEqual([
    expect.objectContaining({ slug: 'is-sending' }),
  ]);
  const updates = table.commandCalls(UpdateCommand).map(({ args }) => args[0].input);
  expect(updates).toEqual([
    expect.objectContaining({
      Key: { slug: 'is-sent' },
      UpdateExpression: expect.stringContaining('REMOVE uncertainIds'),
    }),
  ]);
});
