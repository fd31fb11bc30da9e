import { createHash } from 'node:crypto';
import { renderers } from '#blog-renderer';
import { articleStore, type Refusal } from '../domain/articles/article-store.ts';
import { blogStore } from '../domain/articles/blog-store.ts';
import { changedSlugs } from '../domain/articles/changed-slugs.ts';
import { publishCollections } from '../domain/articles/publish-collections.ts';
import { reportRefusals } from '../domain/articles/report-refusals.ts';
import { mailOnce } from '../domain/mail/mail-once.ts';
import { articlesRefused } from '../domain/mail/team-mail.ts';
import { cloudFront } from '../platform/aws/cloud-front.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { s3 } from '../platform/aws/s3.ts';
import { ses } from '../platform/aws/ses.ts';
import { readConfig, resourceNames } from '../platform/config.ts';
import { consumeTogether } from '../platform/consume.ts';
import { invalidatePaths } from '../platform/invalidate-paths.ts';

const config = readConfig({
  ...resourceNames('ARTICLES_TABLE', 'IDEMPOTENCY_TABLE', 'MAIL_LOG_TABLE'),
  ...resourceNames('DISTRIBUTION_ID', 'SENDER_ADDRESS', 'SITE_BUCKET', 'TEAM_ADDRESS'),
});
const tables = dynamodb();
const articles = articleStore(tables, config.ARTICLES_TABLE);
const buckets = s3();
const cdn = cloudFront();
const send = mailOnce({ mailer: ses(), tables, config, now: () => new Date() });

export const handler = consumeTogether(async (messages, context) => {
  const runId = context.awsRequestId;
  const publication = await publishCollections(
    (collection) => ({
      collection,
      articles,
      blog: blogStore(buckets, config.SITE_BUCKET, collection),
      renderer: renderers[collection.name],
      invalidate: (paths) =>
        invalidatePaths(cdn, config.DISTRIBUTION_ID, paths, `${runId}-${collection.name}`),
      runId,
    }),
    changedSlugs(messages),
  );

  async function mailTeam(refusals: Refusal[]): Promise<void> {
    const hash = createHash('sha256').update(JSON.stringify(refusals)).digest('hex');
    const idempotencyKey = `articlesRefused#${hash}`;
    const mail = articlesRefused(refusals);
    await send({ idempotencyKey, to: config.TEAM_ADDRESS, mail, logUnder: 'nobody' }, context);
  }
  await reportRefusals({ articles, mailTeam }, publication);
});
