import type { ChangelogEntry } from '../../contract/content/changelog.ts';
import { idOf } from '../../contract/content/id-of.ts';
import type { ManualPageText } from '../../contract/content/manual-page.ts';
import { type ManualPageId, pathOfManualPage } from '../../contract/content/manual-pages.ts';
import { plainText } from '../../contract/content/plain-text.ts';
import type { SearchablePage, SearchableSection } from '../../contract/content/searchable-page.ts';
import type { ArticleSection, Inline } from '../../contract/content/sections.ts';
import type { PublishedSummary } from '../../contract/records/article.ts';
import type { PublishedArticle } from '../../contract/records/blog-renderer.ts';
import type { StoryStructure } from '../../web/src/features/resources/story-structures.ts';
import { articleSections } from '../markdown/article-sections.ts';

/*
 * The texts that browsers search. A browser builds the index itself, in tens of milliseconds. Results show the texts, which have 16 KB
 * compressed, so the index of MiniSearch would be 17 KB more.
 */

export function searchableManualPage(
  id: ManualPageId,
  { title, description, sections }: ManualPageText,
): SearchablePage {
  return { path: pathOfManualPage(id), title, kind: 'Manual', sections: split(description, sections) };
}

export function searchableFaq(questions: { question: string; answer: Inline[] }[]): SearchablePage {
  const sections = questions.map(({ question, answer }) => ({
    id: idOf(question),
    heading: question,
    text: plainText(answer),
  }));
  return { path: '/faq', title: 'FAQ', kind: 'FAQ', sections };
}

/** @param entries the versions that the page shows */
export function searchableChangelog(entries: ChangelogEntry[]): SearchablePage {
  const sections = entries.map(({ version, body, categories }) => ({
    id: version,
    heading: version,
    text: join([
      ...body.map(textOf),
      ...categories.flatMap(({ name, changes }) => [`${name}:`, ...changes.map(plainText)]),
    ]),
  }));
  return { path: '/changelog', title: 'Changelog', kind: 'Changelog', sections };
}

/** Without the texts of beats, which are three times the bytes of everything else. */
export function searchableStructures(structures: StoryStructure[]): SearchablePage {
  const sections = structures.map(({ slug, name, description, suits, origin, beats }) => ({
    id: slug,
    heading: name,
    text: join([description, suits, origin, `${beats.map(({ title }) => title).join(', ')}.`]),
  }));
  return { path: '/resources', title: 'Resources', kind: 'Resources', sections };
}

/** The length up to which the newest articles are searched in full, in characters. The others are found by headline and description. */
const fullTextLength = 60_000;

/** @param texts the articles in full, except any that cannot be read */
export function searchableArticles(
  articles: PublishedSummary[],
  texts: PublishedArticle[],
): SearchablePage[] {
  let length = 0;
  return articles.map(({ slug, headline, description }) => {
    const content = texts.find((text) => text.slug === slug)?.content ?? [];
    length += JSON.stringify(content).length;
    const sections = split(description, length > fullTextLength ? [] : articleSections(content));
    return { path: `/blog/${slug}`, title: headline, kind: 'Blog', sections };
  });
}

/** Divides a text at its headings. */
function split(beginning: string, sections: ArticleSection[]): SearchableSection[] {
  const found: SearchableSection[] = [{ text: beginning }];
  for (const section of sections) {
    const last = found.at(-1);
    if (section.type === 'header')
      found.push({ id: section.id, heading: plainText(section.content), text: '' });
    else if (last) last.text = join([last.text, textOf(section)]);
  }
  return found;
}

function textOf(section: ArticleSection): string {
  if (section.type === 'picture') return section.alternative;
  if (section.type === 'list') return join(section.content.map(({ content }) => plainText(content)));
  return plainText(section.content);
}

const join = (texts: string[]): string => texts.filter(Boolean).join(' ');
