import type { Context } from 'aws-lambda';
import type { BlogRenderer } from '../../../contract/records/blog-renderer.ts';
import { cloudFront, dynamodb, s3 } from '../../platform/aws.ts';
import { backOff } from '../../platform/back-off.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { invalidatePaths } from '../../platform/invalidate-paths.ts';
import { logger } from '../../platform/logger.ts';
import { articleStore } from './article-store.ts';
import { blogStore } from './blog-store.ts';
import type { BlogDependencies } from './write-blog.ts';

/** By how much the clocks of two machines may differ, with a write that was on its way when a run ended. */
const graceMs = 10_000;

/** What both functions that write the blog work with. */
export function blogDependencies(
  renderer: BlogRenderer,
  now: () => Date,
): (eventId: string, context: Context) => BlogDependencies {
  const { ARTICLES_TABLE, DISTRIBUTION_ID, SITE_BUCKET } = readConfig({
    ARTICLES_TABLE: resourceName,
    DISTRIBUTION_ID: resourceName,
    SITE_BUCKET: resourceName,
  });
  const cdn = cloudFront();
  const shared = {
    articles: articleStore(dynamodb(), ARTICLES_TABLE),
    blog: blogStore(s3(), SITE_BUCKET),
    renderer,
    refresh: (paths: string[], reference: string) => invalidatePaths(cdn, DISTRIBUTION_ID, paths, reference),
    report: (slug: string, problems: string[]) =>
      logger.error('the article is not published as it is now', { slug, problems }),
    now,
    pause: backOff,
  };
  return (eventId, context) => {
    const end = new Date(now().getTime() + context.getRemainingTimeInMillis() + graceMs);
    return { ...shared, worker: { eventId, until: end.toISOString() } };
  };
}
