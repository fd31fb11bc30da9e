import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, it, vi } from 'vitest';
import { votesFile } from '../../contract/rules/roadmap-votes.ts';
import { etagOf, fileSettings } from '../domain/articles/blog-store.ts';
import { articleOf, plainRenderers } from '../domain/articles/test-blog.ts';
import { logger } from '../platform/logger.ts';
import { deliverMessages } from '../platform/test-event.ts';

vi.mock('#blog-renderer', () => ({ renderers: plainRenderers }));
const environment = {
  ARTICLES_TABLE: 'Articles',
  AUDIT_TABLE: 'Audit',
  EVENT_BUS: 'Bus',
  FEEDBACK_TABLE: 'Feedback',
  IDEMPOTENCY_TABLE: 'Idempotency',
  MAIL_LOG_TABLE: 'MailLog',
  SENDER_ADDRESS: 'site@lorewright.test',
  SITE_BUCKET: 'site',
  TEAM_ADDRESS: 'team@lorewright.test',
};
for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
const s3 = mockClient(S3Client);
const table = mockClient(DynamoDBDocumentClient);
const ses = mockClient(SESv2Client);
const { handler } = await import('./handler.ts');

beforeEach(() => {
  for (const mock of [s3, table, ses]) mock.reset();
  const record = { transformToString: async () => JSON.stringify({ articles: [], settings: fileSettings }) };
  s3.on(GetObjectCommand).resolves({ ETag: '"0"', Body: record as never });
  s3.on(ListObjectsV2Command).resolves({});
  s3.on(ListObjectsV2Command, { Prefix: votesFile }).resolves({ Contents: [{ ETag: etagOf('{}') }] });
  s3.on(PutObjectCommand).resolves({ ETag: '"1"' });
  table.on(BatchGetCommand).resolves({ Responses: { Articles: [articleOf('maps')] } });
  table.on(QueryCommand).resolves({ Items: [articleOf('maps')] });
});

const articleChanged = { id: 'event-1', 'detail-type': 'ArticleChanged', detail: { slug: 'maps' } };
const newBuild = {
  id: 'event-2',
  'detail-type': 'Object Created',
  detail: { object: { key: 'build.json' } },
};

/** Delivers these messages together, with two minutes to handle them. */
const deliver = (messages: object[]) =>
  deliverMessages(handler, messages, {
    awsRequestId: 'request-1',
    getRemainingTimeInMillis: () => 120_000,
  });
const writtenKeys = () => s3.commandCalls(PutObjectCommand).map(({ args }) => args[0].input.Key);

it('writes the page of a changed article, and the record last', async () => {
  await deliver([articleChanged]);
  const keys = writtenKeys().filter((key) => !key?.includes('letters'));
  expect(keys.at(-1)).toBe('blog/published.json');
  expect(keys).toEqual(expect.arrayContaining(['blog/maps/index.html', 'blog/index.html', 'blog.rss']));
});

it('publishes all articles of each collection, once for all messages', async () => {
  await deliver([articleChanged, newBuild]);
  expect(table.commandCalls(QueryCommand)).toHaveLength(2);
  expect(table.commandCalls(QueryCommand)[0]?.args[0].input).toMatchObject({
    TableName: 'Articles',
    IndexName: 'byStatus',
    ExpressionAttributeValues: { ':value': 'published' },
  });
  expect(writtenKeys()).toEqual(expect.arrayContaining(['blog/maps/index.html', 'sitemap-articles.xml']));
});

it('reports to the team why an article was refused, without quoting it', async () => {
  const logError = vi.spyOn(logger, 'error').mockImplementation(() => {});
  table.on(BatchGetCommand).resolves({ Responses: { Articles: [{ ...articleOf('maps'), headline: 7 }] } });
  await deliver([articleChanged]);
  const problems = [expect.stringMatching(/^headline: /)];
  expect(logError).toHaveBeenCalledExactlyOnceWith(expect.any(String), { slug: 'maps', problems });
  const [mail] = ses.commandCalls(SendEmailCommand);
  expect(mail?.args[0].input.Destination?.ToAddresses).toEqual(['team@lorewright.test']);
  expect(table.commandCalls(UpdateCommand)[0]?.args[0].input).toMatchObject({
    TableName: 'Articles',
    Key: { slug: 'maps' },
    ExpressionAttributeValues: { ':refusal': { problems } },
  });
  expect(writtenKeys()).not.toContain('blog/maps/index.html');
  expect(table.commandCalls(PutCommand).map(({ args }) => args[0].input.TableName)).toEqual([]);
});

it('fails while the bucket cannot be reached, so that the messages are delivered again', async () => {
  vi.spyOn(logger, 'error').mockImplementation(() => {});
  s3.on(GetObjectCommand).rejects(new Error('away'));
  await expect(deliver([articleChanged])).rejects.toThrow('away');
});

it('looks only for scheduled articles when it is asked to', async () => {
  table.on(QueryCommand).resolves({ Items: [] });
  await deliver([{ id: 'event-3', 'detail-type': 'ArticlesDue', detail: {} }]);
  expect(table.commandCalls(QueryCommand).map(({ args }) => args[0].input.ExpressionAttributeValues)).toEqual(
    [{ ':value': 'scheduled' }],
  );
  expect(s3.commandCalls(PutObjectCommand)).toEqual([]);
});

it('publishes new numbers of votes when it looks for scheduled articles', async () => {
  table.on(QueryCommand).resolves({ Items: [] });
  table.on(BatchGetCommand).resolves({
    Responses: {
      Feedback: [
        { feedbackId: 'votes#printed-atlas', votes: 11 },
        { feedbackId: 'votes#marketplace', votes: 9 },
      ],
    },
  });
  await deliver([{ id: 'event-3', 'detail-type': 'ArticlesDue', detail: {} }]);
  const [file] = s3.commandCalls(PutObjectCommand).map(({ args }) => args[0].input);
  expect([file?.Key, file?.Body]).toEqual([votesFile, '{"printed-atlas":11}']);
});
