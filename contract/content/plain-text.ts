import type { Inline } from './sections.ts';

/** The text without its marks. */
export function plainText(content: Inline[]): string {
  return content.map((part) => (typeof part === 'string' ? part : plainText(part.content))).join('');
}
