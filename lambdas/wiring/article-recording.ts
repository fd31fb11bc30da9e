import * as events from '../../contract/events/events.ts';
import { type ArticleChange, articleDesk } from '../domain/articles/article-desk.ts';
import { auditStore } from '../domain/desk/audit-store.ts';
import type { DeskAction } from '../domain/desk/record-action.ts';
import { recordArticle } from '../domain/desk/record-article.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { eventBridge } from '../platform/aws/event-bridge.ts';
import { readConfig, resourceName } from '../platform/config.ts';
import { publishEvent } from '../platform/publish-event.ts';

/** `recordArticle` with the services that the functions use. */
export function articleRecording(now: () => Date) {
  const { ARTICLES_TABLE, AUDIT_TABLE, EVENT_BUS } = readConfig({
    ARTICLES_TABLE: resourceName,
    AUDIT_TABLE: resourceName,
    EVENT_BUS: resourceName,
  });
  const client = dynamodb();
  const bus = eventBridge();
  const articles = articleDesk(client, ARTICLES_TABLE);
  const dependencies = {
    articles,
    audit: auditStore(client, AUDIT_TABLE),
    announce: (slug: string) => publishEvent(bus, EVENT_BUS, events.articleChanged, { slug }),
    now,
  };
  return {
    find: articles.find,
    get: articles.get,
    record: (action: DeskAction, change: Omit<ArticleChange, 'auditPart'>) =>
      recordArticle(dependencies, action, change),
  };
}
