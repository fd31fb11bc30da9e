import type { SeenArticle } from '../../../../contract/records/desk-articles.ts';

/** The version in a list, as a request names it. */
export const seenIn = ({ updatedAt }: SeenArticle): SeenArticle =>
  updatedAt === undefined ? {} : { updatedAt };
