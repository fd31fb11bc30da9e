import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { awaitPublication } from './await-publication.ts';

const updatedAt = '2025-09-01T12:00:00Z';
const earlier = '2025-08-01T12:00:00Z';
const dynamodb = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'us-east-1' }));
const table = mockClient(dynamodb);

/** The site's answers for the article, one per request; the last one repeats. */
let answers: { status: number; body: string }[];
let siteUrl: string;

const article = (updatedAt: string) => ({ status: 200, body: JSON.stringify({ article: { updatedAt } }) });
const notFound = { status: 404, body: 'Not found' };

beforeEach(async () => {
  table.reset();
  table.on(GetCommand).resolves({ Item: { slug: 'maps', status: 'published', updatedAt } });
  const server = createServer((request, response) => {
    expect(request.url).toBe('/blog/maps/article.json');
    const { status, body } = (answers.length > 1 ? answers.shift() : answers[0]) ?? notFound;
    response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  siteUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return () => void server.close();
});

const run = (status: 'published' | 'draft', attempts = 3) =>
  awaitPublication({
    from: { dynamodb, articlesTable: 'Articles', events: new EventBridgeClient(), eventBus: 'Bus', siteUrl },
    article: { slug: 'maps', status, updatedAt },
    attempts,
    pause: async () => {},
  });

describe('awaitPublication', () => {
  it('waits until the site has the new version', async () => {
    answers = [notFound, article(earlier), article(updatedAt)];
    await run('published');
    expect(answers).toHaveLength(1);
  });

  it('waits until a draft is offline', async () => {
    answers = [article(earlier), notFound];
    await run('draft');
    expect(answers).toHaveLength(1);
  });

  it('reports why the site refused the article', async () => {
    answers = [article(earlier)];
    const refusal = { updatedAt, problems: ['It cannot be rendered.', 'TypeError: no such component'] };
    table.on(GetCommand).resolves({ Item: { slug: 'maps', status: 'published', updatedAt, refusal } });
    await expect(run('published')).rejects.toThrow(
      'The site refused maps:\n  It cannot be rendered.\n  TypeError: no such component',
    );
  });

  it('ignores the refusal of an earlier version', async () => {
    answers = [notFound, article(updatedAt)];
    const refusal = { updatedAt: earlier, problems: ['It cannot be rendered.'] };
    table.on(GetCommand).resolves({ Item: { slug: 'maps', status: 'published', updatedAt, refusal } });
    await run('published');
  });

  it('says what to do when it takes too long', async () => {
    answers = [{ status: 502, body: 'Bad gateway' }];
    await expect(run('published')).rejects.toThrow('An article does not appear');
  });
});
