/** What has become of an article, compared with what visitors see. */
export type ArticleState = 'published' | 'refused' | 'being published' | 'being unpublished' | 'draft';
