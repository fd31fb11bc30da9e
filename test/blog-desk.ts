import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import * as events from '../contract/events/events.ts';
import type { StoredArticle } from '../contract/records/article.ts';
import { type Connection, type LocalEndpoints, localConnection } from '../scripts/commands/stage/connect.ts';

/** Writes articles directly to the table, as none of our commands would. */
export interface BlogDesk {
  connection: Connection;
  put(article: StoredArticle): Promise<void>;
}

export async function openBlogDesk(cloudDir: string): Promise<BlogDesk> {
  const endpoints: LocalEndpoints = JSON.parse(await readFile(join(cloudDir, 'endpoints.json'), 'utf8'));
  const connection = localConnection(endpoints);
  const { dynamodb, events: bus, articlesTable, eventBus } = connection;
  return {
    connection,
    async put(article) {
      await dynamodb.send(new PutCommand({ TableName: articlesTable, Item: article }));
      const { source, type } = events.articleChanged;
      const detail = JSON.stringify({ slug: article.slug });
      await bus.send(
        new PutEventsCommand({
          Entries: [{ EventBusName: eventBus, Source: source, DetailType: type, Detail: detail }],
        }),
      );
    },
  };
}

/** An article as stored in the table. */
export function storedArticle(slug: string, more: Partial<StoredArticle> = {}): StoredArticle {
  return {
    slug,
    status: 'published',
    headline: `On ${slug}`,
    author: 'Ada Vey',
    description: `All about ${slug}.`,
    createdAt: '2025-03-01',
    updatedAt: new Date().toISOString(),
    content: [{ type: 'paragraph', content: `Here is *${slug}*.` }],
    ...more,
  };
}
