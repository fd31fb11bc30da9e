import { createHash } from 'node:crypto';
import * as deskArticleOperations from '../../contract/operations/desk-article-operations.ts';
import type { RequestOf } from '../../contract/operations/operations.ts';
import { withStatus } from '../domain/articles/edit-article.ts';
import { pastedArticle, readPasted } from '../domain/articles/read-pasted.ts';
import { readStoredArticle } from '../domain/articles/read-stored-article.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { recordArticle } from '../domain/desk/record-article.ts';
import type { Dependencies } from './compose.ts';

type Request = RequestOf<'deskStoreArticle'>;

export const deskStoreArticle = (dependencies: Dependencies) =>
  dependencies.serveDesk(deskArticleOperations.deskStoreArticle, async (call) => {
    const { before, article, ...subject } = await ('text' in call.data
      ? readFile(dependencies, call.data)
      : readDraft(dependencies, call.data));
    const { slug } = article;
    const action = describeAction(call, 'storeArticle', { slug, ...subject, before: before?.status });
    await recordArticle(dependencies, action, { article, before, seen: call.data.seen });
    return { slug };
  });

async function readFile({ articles }: Dependencies, { text, status }: Extract<Request, { text: string }>) {
  const written = readPasted(text);
  const before = await articles.find(written.slug);
  const textHash = createHash('sha256').update(text).digest('hex');
  return { before, article: pastedArticle(written, status, before), textHash };
}

async function readDraft({ articles }: Dependencies, { slug }: Extract<Request, { slug: string }>) {
  const before = await articles.get(slug);
  // The site would refuse it later, after the page has said that it is published.
  readStoredArticle(before);
  return { before, article: withStatus(before, 'published') };
}
