import { createHash } from 'node:crypto';
import { renderers } from '#blog-renderer';
import { articleStore, type Refusal } from '../../domain/articles/article-store.ts';
import { changesOf, continuation } from '../../domain/articles/blog-message.ts';
import { blogStore } from '../../domain/articles/blog-store.ts';
import { publishCollections } from '../../domain/articles/publish-collections.ts';
import { reportRefusals } from '../../domain/articles/report-refusals.ts';
import { articlesRefused } from '../../domain/mail/team-mail.ts';
import { cloudFront } from '../../platform/aws/cloud-front.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { s3 } from '../../platform/aws/s3.ts';
import { sqs } from '../../platform/aws/sqs.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { consumeTogether } from '../../platform/consume.ts';
import { invalidatePaths } from '../../platform/invalidate-paths.ts';
import { sendMessage } from '../../platform/send-message.ts';
import { mailOnce } from '../../wiring/mail-once-wiring.ts';

const { ARTICLES_TABLE, BLOG_QUEUE_URL, DISTRIBUTION_ID, SITE_BUCKET, TEAM_ADDRESS } = readConfig({
  ARTICLES_TABLE: resourceName,
  BLOG_QUEUE_URL: resourceName,
  DISTRIBUTION_ID: resourceName,
  SITE_BUCKET: resourceName,
  TEAM_ADDRESS: resourceName,
});
const articles = articleStore(dynamodb(), ARTICLES_TABLE);
const buckets = s3();
const cdn = cloudFront();
const queue = sqs();
const send = mailOnce(() => new Date());

/** Enough for a batch of articles of each collection and for the lists of a thousand. */
const reservedMs = 60_000;

export const handler = consumeTogether(async (messages, context) => {
  const runId = context.awsRequestId;
  const publication = await publishCollections(
    (collection) => ({
      collection,
      articles,
      blog: blogStore(buckets, SITE_BUCKET, collection),
      renderer: renderers[collection.name],
      invalidate: (paths) => invalidatePaths(cdn, DISTRIBUTION_ID, paths, `${runId}-${collection.name}`),
      runId,
      batchSize: 50,
      hasTime: () => context.getRemainingTimeInMillis() > reservedMs,
    }),
    changesOf(messages),
  );
  if (!publication.isComplete)
    await sendMessage(queue, { queueUrl: BLOG_QUEUE_URL, group: 'publishBlog', message: continuation });

  async function tellTeam(refusals: Refusal[]): Promise<void> {
    const hash = createHash('sha256').update(JSON.stringify(refusals)).digest('hex');
    const idempotencyKey = `articlesRefused#${hash}`;
    const mail = articlesRefused(refusals);
    await send({ idempotencyKey, to: TEAM_ADDRESS, mail, logUnder: 'nobody' }, context);
  }
  await reportRefusals({ articles, tellTeam }, publication);
});
