/** Text with its marks, as data: a page needs no Markdown parser, and nothing in it can become markup of its own. */
export type Inline =
  | string
  | { mark: 'strong' | 'emphasis' | 'code'; content: Inline[] }
  | { mark: 'link'; href: string; content: Inline[] };

export type Section =
  | { type: 'header' /** For links to it. */; id: string; level: 2 | 3; content: Inline[] }
  | { type: 'paragraph'; content: Inline[] }
  | { type: 'list'; content: { content: Inline[] }[] };
