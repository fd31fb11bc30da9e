import { type ArticleCollection, allCollections } from '../../../contract/records/article-collections.ts';
import { type BlogDependencies, type Publication, publishBlog } from './publish-blog.ts';

/**
 * Publishes one collection after the other. Each reads every changed item, because an item does not say which collection it has left.
 * When a run fails, the next one repeats all of them.
 * @throws Error as `publishBlog` does
 */
export async function publishCollections(
  dependenciesOf: (collection: ArticleCollection) => BlogDependencies,
  changedSlugs: string[],
): Promise<Publication> {
  const publications: Publication[] = [];
  for (const collection of allCollections)
    publications.push(await publishBlog(dependenciesOf(collection), changedSlugs));
  return {
    refusals: publications.flatMap(({ refusals }) => refusals),
    accepted: publications.flatMap(({ accepted }) => accepted),
  };
}
