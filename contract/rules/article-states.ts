/** The state of an article, compared with the page that visitors see. */
export type ArticleState =
  | 'published'
  | 'refused'
  | 'being published'
  | 'being unpublished'
  | 'draft'
  | 'scheduled';
