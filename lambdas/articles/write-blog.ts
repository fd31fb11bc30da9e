import { isDeepStrictEqual } from 'node:util';
import { eachOf } from '../platform/each-of.ts';
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
  withPending,
} from './blog-record.ts';
import type { BlogRenderer, RenderedFile } from './blog-renderer.ts';
import type { BlogStore } from './blog-store.ts';
import { allPaths, refreshedPaths } from './refreshed-paths.ts';

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
/** As many as feeds show. */
const newestArticles = 10;

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
  const [batch, rest] = [slugs.slice(0, articlesAtATime), slugs.slice(articlesAtATime)];
  const isLast = rest.length === 0;
  const written = await writeArticles(dependencies, record, batch);
  // Last, so that they lead to what is there.
  if (isLast && lists) written.push(...(await writeLists(dependencies, record)));
  const toTell = unique([...untold, ...written]);
  if (isLast && (isRepair || toTell.length > 0))
    await refresh(isRepair ? allPaths : refreshedPaths(toTell), `blog-${etag}`);

  const { worker, ...done } = { ...record, pending: nothingPending };
  const next = isLast ? done : { ...record, pending: { slugs: rest, lists, untold: toTell } };
  const replaced = await replaceRecord(blog, next, etag);
  if (!replaced) return { slugs: batch, lists: isLast && lists, untold: isLast ? [] : written };
  return isLast ? undefined : work(dependencies, { ...replaced, isRepair });
}

/** @returns the keys of the files that changed */
async function writeArticles(
  { articles, blog, renderer, report }: BlogDependencies,
  record: BlogRecord,
  slugs: string[],
): Promise<string[]> {
  const published = new Set(record.articles.map(({ slug }) => slug));
  const found = await articles.read(slugs.filter((slug) => published.has(slug)));

  /** Undefined when what is there stays. */
  async function render(slug: string): Promise<RenderedFile[] | undefined> {
    if (!published.has(slug)) return [];
    const read = found.get(slug);
    if (read && 'problems' in read) report(slug, read.problems);
    // If it was taken back since, an event that tells of it is on its way.
    if (!read || 'problems' in read) return undefined;
    try {
      return await renderer.renderArticle(read.article, neighborsOf(record.articles, slug));
    } catch (error) {
      // It would fail again each time, and all that comes after it would wait.
      report(slug, [`It cannot be rendered: ${error instanceof Error ? error.message : typeof error}`]);
      return undefined;
    }
  }

  const changed = await eachOf(slugs, rendersAtATime, async (slug) => {
    const files = await render(slug);
    return files ? blog.replaceArticle(slug, files) : [];
  });
  return changed.flat();
}

/** @returns the keys of the files that changed */
async function writeLists(
  { articles, blog, renderer }: BlogDependencies,
  record: BlogRecord,
): Promise<string[]> {
  const slugs = record.articles.slice(0, newestArticles).map(({ slug }) => slug);
  const found = await articles.read(slugs);
  const newest = slugs.flatMap((slug) => {
    const read = found.get(slug);
    return read && 'article' in read ? [read.article] : [];
  });
  return blog.replaceLists(await renderer.renderLists(record.articles, newest));
}
