import type { Inline } from './sections.ts';

/** A link in a text. */
export const link = (href: string, text: string): Inline => ({ mark: 'link', href, content: [text] });
