import * as deskArticleOperations from '../../../contract/operations/desk-article-operations.ts';
import { articleCollections } from '../../../contract/records/article-collections.ts';
import { articleDesk } from '../../domain/articles/article-desk.ts';
import { blogStore } from '../../domain/articles/blog-store.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { s3 } from '../../platform/aws/s3.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { ARTICLES_TABLE, SITE_BUCKET } = readConfig({
  ARTICLES_TABLE: resourceName,
  SITE_BUCKET: resourceName,
});
const articles = articleDesk(dynamodb(), ARTICLES_TABLE);
const blog = blogStore(s3(), SITE_BUCKET, articleCollections.blog);

export const deskArticles = serveDesk(
  deskArticleOperations.deskArticles,
  async ({ data: { status, cursor } }) => {
    const { record } = await blog.record.read();
    const live = new Map(record?.articles.map(({ slug, updatedAt }) => [slug, updatedAt]));
    return articles.page(status, cursor, live);
  },
);
