import { isDeepStrictEqual } from 'node:util';
import { type PublishedSummary, publishedSummary } from '../../../contract/records/article.ts';
import type { ArticleCollection } from '../../../contract/records/article-collections.ts';
import type {
  BlogRenderer,
  PublishedArticle,
  RenderedFile,
} from '../../../contract/records/blog-renderer.ts';
import { eachOf } from '../../platform/each-of.ts';
import type { ArticleStore, ReadArticle, Refusal } from './article-store.ts';
import { type BlogRecord, type BlogStore, etagOf, fileSettings, pageOf, slugOf } from './blog-store.ts';

export interface BlogDependencies {
  collection: ArticleCollection;
  articles: Pick<ArticleStore, 'read' | 'publishedSlugs'>;
  blog: BlogStore;
  renderer: BlogRenderer;
}

export interface Publication {
  /** Articles that cannot be published, and that no earlier run has reported. */
  refusals: Refusal[];
  /** Articles that are published now, although an earlier run refused them. */
  accepted: Pick<Refusal, 'slug' | 'updatedAt'>[];
}

const writesAtATime = 16;

/**
 * Publishes a collection: renders all of it, writes what differs from the bucket, and saves the record. Safe to repeat after an
 * interruption. The FIFO queue lets only one run write at a time; docs/decisions/036 has the reasons.
 * @param changedSlugs articles that the index may not list yet
 * @throws Error when a call fails, or the record shows that another run wrote at the same time
 */
export async function publishBlog(
  dependencies: BlogDependencies,
  changedSlugs: string[],
): Promise<Publication> {
  const { collection, articles, blog, renderer } = dependencies;
  const { record, etag } = await blog.record.read();
  const existing = await blog.list();
  const slugsInBucket = [...existing.keys()].flatMap((key) => slugOf(collection, key) ?? []);
  const published = await articles.publishedSlugs(collection.status);
  const slugs = new Set([...changedSlugs, ...slugsInBucket, ...published]);
  const items = await articles.read([...slugs], collection.status);
  const earlier = (record?.articles ?? []).filter(({ slug }) => existing.has(pageOf(collection, slug)));
  const edition = await renderEdition(renderer, items, earlier);

  const hasOldSettings = record?.settings !== fileSettings;
  const changes = compare(collection, hasOldSettings ? withoutEtags(existing) : existing, edition);
  await write(blog, changes);
  const next: BlogRecord = { articles: edition.shown, settings: fileSettings };
  if (JSON.stringify(next) !== JSON.stringify(record) && !(await blog.record.replace(next, etag)))
    throw new Error('Another run has changed the record of the blog at the same time.');
  return reportOf(items, edition);
}

/** With these, every file counts as changed. */
const withoutEtags = (existing: Map<string, string>) => new Map([...existing.keys()].map((key) => [key, '']));

/** The files to write and the keys to remove. */
interface Changes {
  pages: RenderedFile[];
  lists: RenderedFile[];
  removals: string[];
}

function compare(
  collection: ArticleCollection,
  existing: Map<string, string>,
  { pages, lists, shown, refusals }: Edition,
): Changes {
  const isChanged = ({ key, content }: RenderedFile) => existing.get(key) !== etagOf(content);
  const rendered = new Set([...pages, ...lists].map(({ key }) => key));
  // A refused article keeps the page that it has, with its place in the lists.
  const kept = new Set(shown.flatMap(({ slug }) => (refusals.has(slug) ? [slug] : [])));
  return {
    pages: pages.filter(isChanged),
    lists: lists.filter(isChanged),
    removals: [...existing.keys()].filter(
      (key) => !rendered.has(key) && !kept.has(slugOf(collection, key) ?? ''),
    ),
  };
}

/** New pages come before the lists, and removals after them, so that no list links to a missing page. */
async function write(blog: BlogStore, { pages, lists, removals }: Changes): Promise<void> {
  for (const files of [pages, lists]) await eachOf(files, writesAtATime, blog.put);
  await eachOf(removals, writesAtATime, blog.remove);
}

/** A collection as it should be. */
interface Edition {
  /** The articles in the lists, newest first. */
  shown: PublishedSummary[];
  pages: RenderedFile[];
  lists: RenderedFile[];
  /** By slug. */
  refusals: Map<string, Refusal>;
}

/** @param earlier the articles that have a page in the bucket, which a refused article keeps */
async function renderEdition(
  renderer: BlogRenderer,
  items: Map<string, ReadArticle>,
  earlier: PublishedSummary[],
): Promise<Edition> {
  const accepted = new Map<string, PublishedArticle>();
  const refusals = new Map<string, Refusal>();
  for (const [slug, item] of items) {
    if ('article' in item) accepted.set(slug, item.article);
    else refusals.set(slug, { slug, updatedAt: item.updatedAt, problems: item.problems });
  }
  for (;;) {
    const shown = sortArticles([
      ...[...accepted.values()].map((article) => publishedSummary.parse(article)),
      ...earlier.filter(({ slug }) => refusals.has(slug)),
    ]);
    const { pages, failures } = await renderPages(renderer, shown, accepted);
    if (failures.length === 0) {
      const texts = shown.flatMap(({ slug }) => accepted.get(slug) ?? []);
      return { shown, pages, lists: await renderer.renderLists(shown, texts), refusals };
    }
    // A refused article changes the neighbors of others, so they are rendered again.
    for (const failure of failures) {
      accepted.delete(failure.slug);
      refusals.set(failure.slug, failure);
    }
  }
}

async function renderPages(
  renderer: BlogRenderer,
  shown: PublishedSummary[],
  accepted: Map<string, PublishedArticle>,
): Promise<{ pages: RenderedFile[]; failures: Refusal[] }> {
  const pages: RenderedFile[] = [];
  const failures: Refusal[] = [];
  for (const [index, { slug }] of shown.entries()) {
    const article = accepted.get(slug);
    if (!article) continue;
    const [next, previous] = [shown[index - 1], shown[index + 1]];
    const neighbors = { ...(previous ? { previous } : {}), ...(next ? { next } : {}) };
    try {
      pages.push(...(await renderer.renderArticle(article, neighbors)));
    } catch (error) {
      const problems = ['It cannot be rendered.', ...reasonsOf(error)];
      failures.push({ slug, updatedAt: article.updatedAt, problems });
    }
  }
  return { pages, failures };
}

/** React reports all errors of a page at once. */
function reasonsOf(error: unknown): string[] {
  if (error instanceof AggregateError) return [error.message, ...error.errors.flatMap(reasonsOf)];
  return [error instanceof Error ? `${error.name}: ${error.message}` : typeof error];
}

/** Newest first, and those of one day by slug. */
function sortArticles(articles: PublishedSummary[]): PublishedSummary[] {
  return articles.toSorted(
    (left, right) => order(right.createdAt, left.createdAt) || order(left.slug, right.slug),
  );
}

const order = (left: string, right: string) => (left < right ? -1 : Number(left > right));

function reportOf(items: Map<string, ReadArticle>, { refusals }: Edition): Publication {
  return {
    refusals: [...refusals.values()].filter(
      ({ slug, ...refusal }) => !isDeepStrictEqual(items.get(slug)?.refusal, refusal),
    ),
    accepted: [...items].flatMap(([slug, { refusal, updatedAt }]) =>
      refusal && !refusals.has(slug) ? [{ slug, updatedAt }] : [],
    ),
  };
}
