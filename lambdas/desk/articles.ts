import { createHash } from 'node:crypto';
import * as operations from '../../contract/operations/desk-article-operations.ts';
import type { RequestOf } from '../../contract/operations/operations.ts';
import { articleCollections } from '../../contract/records/article-collections.ts';
import { articleDesk } from '../domain/articles/article-desk.ts';
import { articleWrites, seenOf } from '../domain/articles/article-versions.ts';
import { blogStore } from '../domain/articles/blog-store.ts';
import { requirePages } from '../domain/articles/find-missing-pages.ts';
import { pictureStore } from '../domain/articles/picture-store.ts';
import {
  articleOfDraft,
  draftOf,
  pastedArticle,
  previewOf,
  readPasted,
  storedVersion,
} from '../domain/articles/read-pasted.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { recordArticle } from '../domain/desk/record-article.ts';
import { requireSchedulable } from '../domain/desk/require-schedulable.ts';
import { s3 } from '../platform/aws/s3.ts';
import { siteReader } from '../platform/site-reader.ts';
import type { Desk } from './compose.ts';

type Dependencies = ReturnType<typeof compose>;

export function compose(desk: Desk) {
  const { config, tables } = desk;
  const files = s3();
  return {
    ...desk,
    articlesTable: config.ARTICLES_TABLE,
    articles: articleDesk(tables, config.ARTICLES_TABLE),
    blog: blogStore(files, config.SITE_BUCKET, articleCollections.blog),
    pictures: pictureStore(files, config.MEDIA_BUCKET),
    readSite: siteReader(config.SITE_URL),
    siteUrl: config.SITE_URL,
  };
}

export const deskArticles = ({ articles, blog, serveDesk }: Dependencies) =>
  serveDesk(operations.deskArticles, async ({ data: { status, cursor } }) => {
    const { record } = await blog.record.read();
    const live = new Map(record?.articles.map(({ slug, updatedAt }) => [slug, updatedAt]));
    return articles.page(status, cursor, live);
  });

export const deskPreviewArticle = ({ articles, pictures, serveDesk }: Dependencies) =>
  serveDesk(operations.deskPreviewArticle, async ({ data, now }) => {
    if ('slug' in data) {
      const stored = await articles.get(data.slug);
      return { ...storedVersion(stored, now), seen: seenOf(stored) };
    }
    const written = readPasted(data.text);
    await pictures.require(written.content);
    const stored = await articles.find(written.slug);
    const article = pastedArticle(written, stored.draft?.cover ? stored.draft : stored.live);
    return { article: previewOf(article, now), seen: seenOf(stored) };
  });

type Request = RequestOf<'deskStoreArticle'>;

export const deskStoreArticle = (dependencies: Dependencies) =>
  dependencies.serveDesk(operations.deskStoreArticle, async (call) => {
    const { slug, before, after, schedule, writes, ...subject } = await ('text' in call.data
      ? storeFile(dependencies, call.data, call.now)
      : changeDraft(dependencies, call.data, call.now));
    const action = describeAction(call, 'storeArticle', { slug, ...subject, before });
    await recordArticle(dependencies, action, { slug, writes, after, isPublic: after === 'published' });
    return { slug, status: after, ...(schedule ? { schedule } : {}) };
  });

async function storeFile(
  dependencies: Dependencies,
  { text, status, seen }: Extract<Request, { text: string }>,
  now: Date,
) {
  const { articles, pictures } = dependencies;
  const written = readPasted(text);
  const { slug } = written;
  if (status === 'published') await requirePages(dependencies, written);
  await pictures.require(written.content);
  const current = await articles.find(slug);
  const article = pastedArticle(written, current.draft?.cover ? current.draft : current.live);
  const change = articleWrites(articles.tableName, current);
  const draft = draftOf(article, text, current.draft, now);
  return {
    slug,
    // Storing a draft leaves the published version as it is.
    before: (status === 'draft' ? current.draft : (current.live ?? current.draft))?.status,
    after: status === 'draft' ? draft.status : status,
    schedule: status === 'draft' ? draft.schedule : undefined,
    textHash: createHash('sha256').update(text).digest('hex'),
    writes: (at: Date) =>
      status === 'draft' ? change.storeDraft(draft, seen, at) : change.publish(article, seen, at),
  };
}

/** Publishes a stored draft, or changes when the site publishes it. */
async function changeDraft(
  dependencies: Dependencies,
  request: Extract<Request, { slug: string }>,
  now: Date,
) {
  const { articles, pictures } = dependencies;
  const { slug, status: after } = request;
  const current = await articles.get(slug);
  const { draft } = current;
  const seen = { ...seenOf(current), draft: request.seen };
  const change = articleWrites(articles.tableName, current);
  // Another request has published or discarded it, or an earlier attempt of this request, which finds its entry in the audit.
  if (!draft)
    return { slug, before: undefined, after, writes: () => change.requireDraft(slug, request.seen) };
  // The site would refuse it later, after the page has said that it is published.
  const article = after === 'draft' ? undefined : articleOfDraft(draft);
  if (article) await pictures.require(article.content);
  // A scheduled one is checked at its time: until then, the team may publish the page.
  if (article && after === 'published') await requirePages(dependencies, article);
  const { schedule: _, updatedAt: __, ...fields } = draft;
  if (request.status === 'scheduled') requireSchedulable(request.schedule, now);
  const scheduled = request.status === 'scheduled' ? request.schedule : undefined;
  return {
    slug,
    before: draft.status,
    after,
    schedule: scheduled,
    writes: (at: Date) =>
      article && !scheduled
        ? change.publish(article, seen, at)
        : change.storeDraft(
            {
              ...fields,
              ...(scheduled ? { status: 'scheduled', schedule: scheduled } : { status: 'draft' }),
            },
            seen,
            at,
          ),
  };
}

export const deskUploadPicture = ({ pictures, serveDesk }: Dependencies) =>
  serveDesk(operations.deskUploadPicture, ({ data: { files } }) =>
    pictures.add(files.map((base64) => Buffer.from(base64, 'base64'))),
  );

export const deskDiscardArticle = (dependencies: Dependencies) =>
  dependencies.serveDesk(operations.deskDiscardArticle, async (call) => {
    const { slug, seen } = call.data;
    const { articles } = dependencies;
    const current = await articles.find(slug);
    const action = describeAction(call, 'discardArticle', { slug, before: 'draft' });
    const writes = () => articleWrites(articles.tableName, current).discardDraft(slug, seen);
    await recordArticle(dependencies, action, { slug, writes, isPublic: false });
    return {};
  });

export const deskUnpublishArticle = (dependencies: Dependencies) =>
  dependencies.serveDesk(operations.deskUnpublishArticle, async (call) => {
    const { slug, seen } = call.data;
    const { articles } = dependencies;
    const current = await articles.get(slug);
    const action = describeAction(call, 'unpublishArticle', { slug, before: current.live?.status });
    const writes = (at: Date) => articleWrites(articles.tableName, current).unpublish(slug, seen, at);
    await recordArticle(dependencies, action, { slug, writes, after: 'draft', isPublic: true });
    return {};
  });
