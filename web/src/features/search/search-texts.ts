import MiniSearch from 'minisearch';
import type { SearchablePage } from '../../../../contract/content/searchable-page.ts';

/** A part of a page that the search has found. */
export interface SearchResult {
  href: string;
  title: TextPart[];
  /** Where it is, such as "Manual · Install on Windows". */
  place: string;
  excerpt: TextPart[];
}

/** Text that is marked if it matches a word of the search. */
export interface TextPart {
  text: string;
  isMatch: boolean;
}

export type Search = (query: string) => SearchResult[];

/** Longer searches are cut off: they would take long, and nobody types them. */
export const maxQueryLength = 200;
const maxResults = 12;
/** Results with a smaller part of the best score share only a common word with the search. */
const smallestScore = 0.2;
const excerptLength = 160;

/** Words, and versions such as 0.3.1. */
const words = /\p{N}+(?:\.\p{N}+)+|[\p{L}\p{M}\p{N}]+/gu;

/** Words of questions, which are on every page. A search of only these words is about them. */
const questionWords = new Set(
  'a an and any are at be by can could do does for from get has have how i if in is it its me my of on or should so that the there they this to was we what when where which who why will with would you your'.split(
    ' ',
  ),
);

/** Lower case without accents and common endings: "Moving" finds "move", and "kishotenketsu" finds "Kishōtenketsu". */
const termOf = (word: string): string =>
  word
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/(?<=\p{L}{3})(?:ing|ed|es|s|e)$/u, '');

/** Builds the index, in tens of milliseconds. */
export function searchTexts(pages: SearchablePage[]): Search {
  const parts = pages.flatMap(({ sections, ...page }, pageIndex) =>
    sections.map((section, index) => ({
      ...section,
      ...page,
      id: pageIndex * 10_000 + index,
      anchor: section.id,
      heading: section.heading ?? page.title,
    })),
  );
  const byId = new Map(parts.map((part) => [part.id, part]));
  const index = new MiniSearch<(typeof parts)[number]>({
    fields: ['heading', 'title', 'text'],
    tokenize: (text) => text.match(words) ?? [],
    processTerm: termOf,
    searchOptions: { boost: { heading: 3, title: 2 }, prefix: (term) => term.length > 1 },
  });
  index.addAll(parts);
  const isKnown = (term: string) => index.search(term).length > 0;
  // Two letters in the wrong order are two changes. A word without a mistake would find other words.
  const changesIn = (term: string) => (term.length < 4 || isKnown(term) ? 0 : term.length < 6 ? 1 : 2);

  return (query) => {
    const typed = query.slice(0, maxQueryLength).match(words) ?? [];
    const meant = typed.filter((word) => !questionWords.has(word.toLowerCase()));
    const found = index.search((meant.length > 0 ? meant : typed).join(' '), { fuzzy: changesIn });
    const [best] = found;
    return found
      .filter(({ score }) => score >= smallestScore * (best?.score ?? 0))
      .slice(0, maxResults)
      .flatMap(({ id, terms }) => {
        const part = byId.get(id);
        if (!part) return [];
        const { path, anchor, heading, kind, title, text } = part;
        const isOfPage = title === kind || title === heading;
        return {
          href: anchor ? `${path}#${anchor}` : path,
          title: markTerms(heading, terms),
          place: isOfPage ? kind : `${kind} · ${title}`,
          excerpt: markTerms(excerptOf(text, terms), terms),
        };
      });
  };
}

/** Divides a text into parts that match and parts between them. */
function markTerms(text: string, terms: string[]): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(words)) {
    if (!terms.includes(termOf(word))) continue;
    parts.push({ text: text.slice(end, index), isMatch: false }, { text: word, isMatch: true });
    end = index + word.length;
  }
  return [...parts, { text: text.slice(end), isMatch: false }].filter((part) => part.text !== '');
}

/** The part of a text with the most words of the search. */
function excerptOf(text: string, terms: string[]): string {
  const found = [...text.matchAll(words)].filter(({ 0: word }) => terms.includes(termOf(word)));
  const countFrom = (start: number) =>
    new Set(
      found
        .filter(({ index }) => index >= start && index < start + excerptLength - 40)
        .map(({ 0: word }) => termOf(word)),
    ).size;
  const best = found.toSorted((one, other) => countFrom(other.index) - countFrom(one.index))[0]?.index ?? 0;
  // Begins at a word, and a few words before the match.
  const start = best < 40 ? 0 : text.indexOf(' ', best - 40) + 1;
  const end =
    start + excerptLength < text.length ? text.lastIndexOf(' ', start + excerptLength) : text.length;
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
}
