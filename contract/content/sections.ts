/**
 * Text with its marks as data, so that a page needs no Markdown parser and the text cannot inject
 * markup.
 */
export type Inline =
  | string
  | { mark: 'strong' | 'emphasis' | 'code'; content: Inline[] }
  | { mark: 'link'; href: string; content: Inline[] };

export type Section =
  | { type: 'header' /** The target of links. */; id: string; level: 2 | 3; content: Inline[] }
  | { type: 'paragraph'; content: Inline[] }
  | {
      type: 'list' /** Numbered, such as the steps of a task. */;
      isOrdered?: true;
      content: { content: Inline[] }[];
    };

/** Articles may also contain pictures. */
export type ArticleSection =
  | Section
  | { type: 'picture'; url: string; alternative: string; width: number; height: number };
