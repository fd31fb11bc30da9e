import type { ArticleCollection } from '../../../contract/records/article-collections.ts';

/**
 * 1,000 paths a month are free. CloudFront allows 15 wildcard invalidations in progress, so a wildcard is used only when many files change.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/InvalidationLimits.html
 */
const maxPaths = 40;

/** The paths of a whole collection. */
export const allPathsOf = ({ name, sitemap }: ArticleCollection) => [`/${name}*`, `/${sitemap}`];

/** Returns the paths to invalidate when these files of the site's bucket have changed. */
export function invalidatedPaths(keys: string[], { name }: ArticleCollection): string[] {
  const paths = keys.flatMap((key) => {
    const page = /^(.+)\/index\.html$/.exec(key)?.[1];
    // Both the path that visitors request and the one that our edge function rewrites it to, as CloudFront recommends:
    // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/invalidation-specifying-objects.html
    return page ? [`/${page}`, `/${page}/`, `/${key}`] : [`/${key}`];
  });
  if (paths.length <= maxPaths) return paths;
  return [`/${name}*`, ...paths.filter((path) => !path.startsWith(`/${name}`))];
}
