import { createHash } from 'node:crypto';
import * as deskArticleOperations from '../../contract/operations/desk-article-operations.ts';
import type { RequestOf } from '../../contract/operations/operations.ts';
import { articleWrites, seenOf } from '../domain/articles/article-versions.ts';
import { requirePages } from '../domain/articles/find-missing-pages.ts';
import { articleOfDraft, draftOf, pastedArticle, readPasted } from '../domain/articles/read-pasted.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { recordArticle } from '../domain/desk/record-article.ts';
import { requireSchedulable } from '../domain/desk/require-schedulable.ts';
import type { Dependencies } from './compose.ts';

type Request = RequestOf<'deskStoreArticle'>;

export const deskStoreArticle = (dependencies: Dependencies) =>
  dependencies.serveDesk(deskArticleOperations.deskStoreArticle, async (call) => {
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
