import { summaryOf, withArticle } from './blog-record.ts';
import { type BlogDependencies, changeBlog } from './write-blog.ts';

/**
 * Makes the blog show an article as the table holds it now: published, changed, or gone. Events may come twice, late, in any order and
 * at once; all orders end in the same files. A record that is not as it should be is reported, and what is published stays.
 */
export async function publishArticle(dependencies: BlogDependencies, slug: string): Promise<void> {
  const { articles, report } = dependencies;
  await changeBlog(dependencies, async (record) => {
    const read = (await articles.read([slug])).get(slug);
    if (read && 'problems' in read) {
      report(slug, read.problems);
      return record;
    }
    return withArticle(record, slug, read && summaryOf(read.article));
  });
}
