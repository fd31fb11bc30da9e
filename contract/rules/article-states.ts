/** What has become of an article, compared with what visitors see. */
export const articleStates = [
  'published',
  'refused',
  'being published',
  'being unpublished',
  'draft',
] as const;

export type ArticleState = (typeof articleStates)[number];
