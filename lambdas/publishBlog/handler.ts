import { createHash } from 'node:crypto';
import { renderers } from '#blog-renderer';
import * as events from '../../contract/events/events.ts';
import { articleStore, type Refusal } from '../domain/articles/article-store.ts';
import { slugOfKey } from '../domain/articles/article-versions.ts';
import { blogStore } from '../domain/articles/blog-store.ts';
import { changedSlugs } from '../domain/articles/changed-slugs.ts';
import type { Publication } from '../domain/articles/publish-blog.ts';
import { publishCollections } from '../domain/articles/publish-collections.ts';
import { reportRefusals } from '../domain/articles/report-refusals.ts';
import { auditStore } from '../domain/desk/audit-store.ts';
import { publishDueArticles } from '../domain/desk/publish-due-articles.ts';
import { mailOnce } from '../domain/mail/mail-once.ts';
import { articlesRefused } from '../domain/mail/team-mail.ts';
import { publishVotes } from '../domain/roadmap/publish-votes.ts';
import { voteCounts } from '../domain/roadmap/vote-counts.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { eventBridge } from '../platform/aws/event-bridge.ts';
import { s3 } from '../platform/aws/s3.ts';
import { ses } from '../platform/aws/ses.ts';
import { readConfig, resourceNames } from '../platform/config.ts';
import { consumeTogether } from '../platform/consume.ts';
import { publishEvent } from '../platform/publish-event.ts';
import { siteReader } from '../platform/site-reader.ts';

const config = readConfig({
  ...resourceNames('ARTICLES_TABLE', 'AUDIT_TABLE', 'EVENT_BUS', 'FEEDBACK_TABLE', 'IDEMPOTENCY_TABLE'),
  ...resourceNames('MAIL_LOG_TABLE', 'SENDER_ADDRESS', 'SITE_BUCKET', 'SITE_URL', 'TEAM_ADDRESS'),
});
const tables = dynamodb();
const articles = articleStore(tables, config.ARTICLES_TABLE);
const buckets = s3();
const audit = auditStore(tables, config.AUDIT_TABLE);
const bus = { connect: eventBridge(), name: config.EVENT_BUS };
const site = { readSite: siteReader(config.SITE_URL), siteUrl: config.SITE_URL };
const votes = voteCounts(tables, config.FEEDBACK_TABLE);
const announce = (slug: string) => publishEvent(bus, events.articleChanged, { slug });
const send = mailOnce({ mailer: ses(), tables, config, now: () => new Date() });

const nothing: Publication = { refusals: [], accepted: [] };

export const handler = consumeTogether(async (messages, context) => {
  const changes = messages.filter((message) => !isDueCheck(message));
  const refusedDrafts =
    changes.length < messages.length
      ? await publishDueArticles({
          client: tables,
          tableName: config.ARTICLES_TABLE,
          audit,
          announce,
          site,
          now: new Date(),
        })
      : [];
  const { refusals, accepted } = changes.length > 0 ? await publishAll(changes) : nothing;

  async function mailTeam(refusals: Refusal[]): Promise<void> {
    const hash = createHash('sha256').update(JSON.stringify(refusals)).digest('hex');
    const idempotencyKey = `articlesRefused#${hash}`;
    const mail = articlesRefused(refusals.map((refusal) => ({ ...refusal, slug: slugOfKey(refusal.slug) })));
    await send({ idempotencyKey, to: config.TEAM_ADDRESS, mail, logUnder: 'nobody' }, context);
  }
  await reportRefusals({ articles, mailTeam }, { refusals: [...refusedDrafts, ...refusals], accepted });
  // The check for due articles comes every six minutes, so a vote shows in time without an event of its own.
  await publishVotes({ votes, s3: buckets, bucket: config.SITE_BUCKET });
});

const isDueCheck = (message: unknown): boolean => Object(message)['detail-type'] === events.articlesDue.type;

function publishAll(messages: unknown[]): Promise<Publication> {
  return publishCollections(
    (collection) => ({
      collection,
      articles,
      blog: blogStore(buckets, config.SITE_BUCKET, collection),
      renderer: renderers[collection.name],
    }),
    changedSlugs(messages),
  );
}
