import { dynamodb, eventBridge } from '../../platform/aws.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { publishEvent } from '../../platform/publish-event.ts';
import { type ArticleChange, articleDesk } from '../articles/article-desk.ts';
import { auditStore } from './audit-store.ts';
import { type DeskAction, entryOf } from './record-action.ts';

/** What both functions that change articles need. */
export function articleRecording(now: () => Date) {
  const { ARTICLES_TABLE, AUDIT_TABLE, EVENT_BUS } = readConfig({
    ARTICLES_TABLE: resourceName,
    AUDIT_TABLE: resourceName,
    EVENT_BUS: resourceName,
  });
  const client = dynamodb();
  const articles = articleDesk(client, ARTICLES_TABLE);
  const audit = auditStore(client, AUDIT_TABLE);
  const bus = eventBridge();
  return {
    find: articles.find,

    /**
     * Changes an article with its audit entry, and tells the site. A run that is cut off before the event leaves `requested` as the last entry;
     * `completeDeskActions`, or the same request, then publishes it.
     */
    async record(action: DeskAction, change: Omit<ArticleChange, 'auditPart'>): Promise<void> {
      const { slug, status } = change.article;
      const at = now();
      await articles.save({ ...change, auditPart: audit.part(entryOf(action, at, 'requested')) }, at);
      await publishEvent(bus, EVENT_BUS, 'articleChanged', { slug });
      await audit.add(entryOf(action, now(), 'done', status));
    },
  };
}
