import { isDeepStrictEqual } from 'node:util';
import {
  articlesInFeeds,
  type BlogRenderer,
  type RenderedFile,
} from '../../../contract/records/blog-renderer.ts';
import { eachOf } from '../../platform/each-of.ts';
import type { ArticleStore } from './article-store.ts';
import {
  type BlogRecord,
  emptyRecord,
  isDone,
  neighborsOf,
  nothingPending,
  type PendingWork,
  unique,
  type Worker,
  withArticle,
  withPending,
} from './blog-record.ts';
import type { BlogStore } from './blog-store.ts';
import { allPaths, invalidatedPaths } from './invalidated-paths.ts';

export interface BlogDependencies {
  articles: ArticleStore;
  blog: BlogStore;
  renderer: BlogRenderer;
  /** Tells the CDN that these paths have changed. Two of one reference are the same one. */
  refresh: (paths: string[], reference: string) => Promise<void>;
  /** An article that cannot be published as it is. What is published of it stays, and the others go on. */
  report: (slug: string, problems: string[]) => void;
  worker: Worker;
  now: () => Date;
  pause: (attempt: number) => Promise<void>;
}

/** What is to be changed in the record. It is read before the table is, and asked for again when somebody else was faster. */
type Change = (record: BlogRecord) => Promise<BlogRecord>;

interface Taken {
  record: BlogRecord;
  etag: string | undefined;
  /** Whether the one before died at work. Then nobody knows what it wrote, nor what of that it told the CDN. */
  isRepair: boolean;
}

const articlesAtATime = 50;
const rendersAtATime = 16;

/**
 * Changes the record and then writes what is pending, unless somebody is at it already, who will find it. What is pending stays in the
 * record until it is written and told, so it is found again whatever happens; docs/decisions/018 has the reasons.
 * @param whenBusy whether to leave the change to the one who is at work, or to wait until they are done
 */
export async function changeBlog(
  dependencies: BlogDependencies,
  change: Change,
  whenBusy: 'leave' | 'wait' = 'leave',
): Promise<void> {
  let taken = await take(dependencies, change, whenBusy);
  while (taken) {
    const missed = await work(dependencies, taken);
    if (!missed) return;
    // What was written may have been out of date already, also where somebody else has meanwhile written it.
    const { isRepair } = taken;
    taken = await take(dependencies, async (record) => withPending(record, missed), 'leave');
    if (taken) taken.isRepair ||= isRepair;
  }
}

/** @returns undefined when there is nothing to do, or somebody else does it */
async function take(
  { blog, worker, now, pause }: BlogDependencies,
  change: Change,
  whenBusy: 'leave' | 'wait',
): Promise<Taken | undefined> {
  for (let attempt = 0; now().toISOString() < worker.until; attempt++) {
    const { record = emptyRecord, etag } = await blog.record.read();
    const { worker: other } = record;
    const isFree = !other || other.eventId === worker.eventId || other.until <= now().toISOString();
    if (isFree || whenBusy === 'leave') {
      const changed = await change(record);
      const isOurs = isFree && !isDone(changed);
      const next = isOurs ? { ...changed, worker } : changed;
      const isRepair = other !== undefined && !isDeepStrictEqual(other, worker);
      if (isOurs && isDeepStrictEqual(next, record)) return { record, etag, isRepair };
      // Also when nothing in it is new: whoever is at it may have read the table before it was changed, and must not succeed.
      const replaced = await replaceRecord(blog, next, etag);
      if (replaced) return isOurs ? { ...replaced, isRepair } : undefined;
    }
    await pause(attempt);
  }
  throw new Error('Others were at work on the blog, or changed its record, all the time.');
}

async function replaceRecord(blog: BlogStore, next: BlogRecord, previousEtag: string | undefined) {
  const record = { ...next, revision: next.revision + 1 };
  const etag = await blog.record.replace(record, previousEtag);
  return etag === undefined ? undefined : { record, etag };
}

/** @returns what has to be done again because the record was changed meanwhile, undefined when all is done */
async function work(
  dependencies: BlogDependencies,
  { record, etag, isRepair }: Taken,
): Promise<PendingWork | undefined> {
  const { blog, refresh } = dependencies;
  const { slugs, lists, untold } = record.pending;
  const published = new Set(record.articles.map(({ slug }) => slug));
  const toWrite = slugs.filter((slug) => published.has(slug));
  const toRemove = slugs.filter((slug) => !published.has(slug));
  const [batch, rest] = [toWrite.slice(0, articlesAtATime), toWrite.slice(articlesAtATime)];
  const { changed, missing } = await writeArticles(dependencies, record, batch);
  const isLast = rest.length === 0 && missing.length === 0;
  if (isLast) {
    // Lists come after what they lead to, and before what they led to goes.
    if (lists) changed.push(...(await writeLists(dependencies, record)));
    const removed = await eachOf(toRemove, rendersAtATime, (slug) => blog.replaceArticle(slug, []));
    changed.push(...removed.flat());
  }
  const toTell = unique([...untold, ...changed]);
  if (isLast && (isRepair || toTell.length > 0))
    await refresh(isRepair ? allPaths : invalidatedPaths(toTell), `blog-${etag}`);

  const { worker, ...done } = { ...record, pending: nothingPending };
  const left = { ...record, pending: { slugs: [...rest, ...toRemove], lists, untold: toTell } };
  const next = isLast ? done : missing.reduce((record, slug) => withArticle(record, slug, undefined), left);
  const replaced = await replaceRecord(blog, next, etag);
  if (!replaced)
    return isLast
      ? { slugs: [...batch, ...toRemove], lists, untold: [] }
      : { slugs: batch, lists: false, untold: changed };
  return isLast ? undefined : work(dependencies, { ...replaced, isRepair });
}

/** @returns the keys of the files that changed, and the slugs of those that cannot be written and never were: nothing may lead to them */
async function writeArticles(
  { articles, blog, renderer, report }: BlogDependencies,
  record: BlogRecord,
  slugs: string[],
): Promise<{ changed: string[]; missing: string[] }> {
  const found = await articles.read(slugs);

  /** Undefined when what is there stays. */
  async function render(slug: string): Promise<RenderedFile[] | undefined> {
    const read = found.get(slug);
    if (read && 'problems' in read) report(slug, read.problems);
    // If it was taken back since, an event that tells of it is on its way.
    if (!read || 'problems' in read) return undefined;
    try {
      return await renderer.renderArticle(read.article, neighborsOf(record.articles, slug));
    } catch (error) {
      // It would fail again each time, and all that comes after it would wait.
      report(slug, ['It cannot be rendered.', ...reasonsOf(error)]);
      return undefined;
    }
  }

  const outcomes = await eachOf(slugs, rendersAtATime, async (slug) => {
    const files = await render(slug);
    if (files) return { changed: await blog.replaceArticle(slug, files), missing: [] };
    return { changed: [], missing: (await blog.hasArticle(slug)) ? [] : [slug] };
  });
  return {
    changed: outcomes.flatMap(({ changed }) => changed),
    missing: outcomes.flatMap(({ missing }) => missing),
  };
}

/** React tells what went wrong on a page all at once. */
function reasonsOf(error: unknown): string[] {
  if (error instanceof AggregateError) return [error.message, ...error.errors.flatMap(reasonsOf)];
  return [error instanceof Error ? `${error.name}: ${error.message}` : typeof error];
}

/** @returns the keys of the files that changed */
async function writeLists(
  { articles, blog, renderer }: BlogDependencies,
  record: BlogRecord,
): Promise<string[]> {
  const slugs = record.articles.slice(0, articlesInFeeds).map(({ slug }) => slug);
  const found = await articles.read(slugs);
  const newest = slugs.flatMap((slug) => {
    const read = found.get(slug);
    return read && 'article' in read ? [read.article] : [];
  });
  return blog.replaceLists(await renderer.renderLists(record.articles, newest));
}
