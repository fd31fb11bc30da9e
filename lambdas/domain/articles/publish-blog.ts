import { summaryOf, unique, withAll } from './blog-record.ts';
import { type BlogDependencies, changeBlog } from './write-blog.ts';

/**
 * Writes the whole blog anew from the table, and removes what is in neither. It waits for whoever is at work, who may still render for the
 * build before this one.
 */
export async function publishBlog(dependencies: BlogDependencies): Promise<void> {
  const { articles, blog, report } = dependencies;
  await changeBlog(
    dependencies,
    async (record) => {
      const existing = new Map(record.articles.map((summary) => [summary.slug, summary]));
      const slugs = unique([...existing.keys(), ...(await articles.publishedSlugs())]);
      const found = await articles.read(slugs);
      const summaries = slugs.flatMap((slug) => {
        const read = found.get(slug);
        if (!read) return [];
        const summary = 'article' in read ? summaryOf(read.article) : existing.get(slug);
        // Of one that is published already, its turn to be written will tell.
        if (!summary && 'problems' in read) report(slug, read.problems);
        return summary ? [summary] : [];
      });
      return withAll(record, summaries, [...slugs, ...(await blog.slugs())]);
    },
    'wait',
  );
}
