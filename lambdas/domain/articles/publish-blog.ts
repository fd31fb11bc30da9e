import { articlesInFeeds, type RenderedFile } from '../../../contract/records/blog-renderer.ts';
import { eachOf } from '../../platform/each-of.ts';
import { type BlogRecord, hashOf, neighborsOf } from './blog-record.ts';
import {
  type BlogDependencies,
  type BlogRun,
  type ChangedArticles,
  keepAsPublished,
  readItems,
  refuse,
  startRun,
} from './blog-run.ts';
import { allPaths, invalidatedPaths } from './invalidated-paths.ts';

const rendersAtATime = 16;

/**
 * Makes the blog show the articles as the table holds them: compares, renders what differs, writes, invalidates and saves. One run at a time,
 * any number of times; docs/decisions/036 has the reasons.
 * @returns the run, and whether it is complete; otherwise the next run continues
 * @throws Error when a call fails, or another run writes at the same time
 */
export async function publishBlog(
  dependencies: BlogDependencies,
  changed: ChangedArticles,
): Promise<BlogRun & { isComplete: boolean }> {
  const { hasTime } = dependencies;
  const run = await startRun(dependencies, changed);
  do await writePages(dependencies, run);
  while (run.todo.size > 0 && hasTime());
  const isComplete = run.todo.size === 0 && hasTime();
  // Lists come after the pages that they link to, and before the pages go that they linked to.
  if (isComplete) {
    await writeLists(dependencies, run);
    await removePages(dependencies, run);
  }
  if (run.isRepair || run.changedKeys.length > 0)
    await dependencies.invalidate(run.isRepair ? allPaths : invalidatedPaths(run.changedKeys));
  await save(dependencies, run, isComplete);
  return { ...run, isComplete };
}

interface Page {
  slug: string;
  hash: string;
  files: RenderedFile[];
}

/** Compares a batch of pages, and writes those that differ. */
async function writePages(dependencies: BlogDependencies, run: BlogRun): Promise<void> {
  const { blog, batchSize } = dependencies;
  const batch = [...run.todo].slice(0, batchSize);
  for (const slug of batch) run.todo.delete(slug);
  await readItems(dependencies, run, batch);
  const rendered = await eachOf(batch, rendersAtATime, (slug) => renderPage(dependencies, run, slug));
  // A refused article changes the neighbors of others, which are compared again.
  const pages = rendered.flatMap((page) => (page && !run.todo.has(page.slug) ? [page] : []));
  if (pages.length === 0) return;
  await noteWriting(
    dependencies,
    run,
    pages.map(({ slug }) => slug),
  );
  await eachOf(pages, rendersAtATime, async ({ slug, hash, files }) => {
    run.changedKeys.push(...(await blog.replaceArticle(slug, files)));
    run.hashes.set(slug, hash);
    run.upToDate.add(slug);
  });
}

/** @returns undefined for a page that is as it should be, or stays as it is */
async function renderPage(
  { renderer }: BlogDependencies,
  run: BlogRun,
  slug: string,
): Promise<Page | undefined> {
  const item = run.items.get(slug);
  // It was taken back since the record was written, and the event of that is on its way.
  if (!item) keepAsPublished(run, slug);
  else if ('problems' in item) refuse(run, slug, item.problems);
  if (!item || 'problems' in item) return undefined;
  const neighbors = neighborsOf(run.target, slug);
  const hash = hashOf(renderer.build, item.article, neighbors);
  if (hash === run.hashes.get(slug)) {
    run.upToDate.add(slug);
    return undefined;
  }
  try {
    return { slug, hash, files: await renderer.renderArticle(item.article, neighbors) };
  } catch (error) {
    refuse(run, slug, ['It cannot be rendered.', ...reasonsOf(error)]);
    return undefined;
  }
}

/** React reports everything that went wrong on a page at once. */
function reasonsOf(error: unknown): string[] {
  if (error instanceof AggregateError) return [error.message, ...error.errors.flatMap(reasonsOf)];
  return [error instanceof Error ? `${error.name}: ${error.message}` : typeof error];
}

async function writeLists(dependencies: BlogDependencies, run: BlogRun): Promise<void> {
  const { blog, renderer } = dependencies;
  const hash = listsHashOf(dependencies, run);
  if (hash === run.record.listsHash && !run.isRepair) return;
  const slugs = run.target.slice(0, articlesInFeeds).map(({ slug }) => slug);
  await readItems(dependencies, run, slugs);
  const newest = slugs.flatMap((slug) => {
    const item = run.items.get(slug);
    const isRefused = run.kept.has(slug) || (item?.refusal && !run.upToDate.has(slug));
    return item && 'article' in item && !isRefused ? [item.article] : [];
  });
  const files = await renderer.renderLists(run.target, newest);
  await noteWriting(dependencies, run, []);
  run.changedKeys.push(...(await blog.replaceLists(files)));
}

const listsHashOf = ({ renderer }: BlogDependencies, { target, hashes }: BlogRun): string =>
  hashOf(
    renderer.build,
    target,
    target.slice(0, articlesInFeeds).map(({ slug }) => hashes.get(slug)),
  );

async function removePages(dependencies: BlogDependencies, run: BlogRun): Promise<void> {
  const slugs = [...run.removals];
  if (slugs.length === 0) return;
  await noteWriting(dependencies, run, slugs);
  const removed = await eachOf(slugs, rendersAtATime, (slug) => dependencies.blog.replaceArticle(slug, []));
  run.changedKeys.push(...removed.flat());
}

/** Saves which files may change, before they do: a run that finds this knows that the one before it died. */
async function noteWriting(dependencies: BlogDependencies, run: BlogRun, slugs: string[]): Promise<void> {
  if (run.noted && slugs.every((slug) => run.noted?.has(slug))) return;
  const { record, todo, removals } = run;
  const noted = new Set([...(run.noted ?? record.pending), ...slugs, ...todo, ...removals]);
  await replaceRecord(dependencies, run, { ...record, pending: [...noted], writer: dependencies.runId });
  run.noted = noted;
}

/** Saves what the bucket holds now. */
async function save(dependencies: BlogDependencies, run: BlogRun, isComplete: boolean): Promise<void> {
  const { record, target, hashes, todo, removals, isRepair } = run;
  const isUnchanged = !run.noted && !isRepair && record.pending.length === 0;
  if (isComplete && isUnchanged) return;
  const written = isComplete
    ? target
    : [
        ...target.filter(({ slug }) => !todo.has(slug)),
        ...record.articles.filter(({ slug }) => todo.has(slug) || removals.has(slug)),
      ];
  const listsHash = isComplete ? listsHashOf(dependencies, run) : isRepair ? undefined : record.listsHash;
  await replaceRecord(dependencies, run, {
    articles: written.map((article) => ({ ...article, hash: hashes.get(article.slug) })),
    listsHash,
    pending: isComplete ? [] : [...todo, ...removals],
  });
}

async function replaceRecord({ blog }: BlogDependencies, run: BlogRun, record: BlogRecord): Promise<void> {
  const etag = await blog.record.replace(record, run.etag);
  if (!etag) throw new Error('Another run has changed the record of the blog at the same time.');
  run.etag = etag;
}
