import type { StoredSection } from '../../contract/records/article.ts';

/** How fast adults read on average is about 238 words a minute; on screens, and in a second language, it is less. */
const wordsPerMinute = 220;

/** How long an article takes to read, in whole minutes, one at least. */
export function readingMinutes(content: StoredSection[]): number {
  const texts = content.flatMap((section) =>
    section.type === 'list' ? section.content.map((item) => item.content) : [section.content],
  );
  const words = texts.flatMap((text) => text.split(/\s+/)).filter(Boolean);
  return Math.max(1, Math.ceil(words.length / wordsPerMinute));
}
