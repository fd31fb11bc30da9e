import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { questions } from '../../content/faq.ts';
import { mockups } from '../../content/mockups.ts';
import { manualPageIds } from '../../contract/content/manual-pages.ts';
import { plainText } from '../../contract/content/plain-text.ts';
import type { Inline } from '../../contract/content/sections.ts';
import { parseManualPage } from '../markdown/parse-manual-page.ts';
import { renderPages } from './render-site.ts';

const read = (id: string) => {
  const file = `content/manual/${id}.md`;
  return parseManualPage(file, readFileSync(file, 'utf8'));
};
const manual = manualPageIds.map((id) => [id, read(id)] as const);

it('keeps the ids of all pages, to which the app links', () => {
  // Add to this list, but remove nothing: installed versions of the app keep their links.
  expect([...manualPageIds].sort()).toEqual([
    'ask-for-help',
    'back-up-your-worlds',
    'calendar',
    'change-your-address',
    'choose-a-build',
    'editor',
    'get-back-into-your-account',
    'get-updates',
    'install-on-a-mac',
    'install-on-windows',
    'map',
    'move-to-a-new-computer',
    'network-editor',
    'pay',
    'put-in-the-license-file',
    'timelines',
    'withdraw',
    'work-offline',
  ]);
});

it('lists every file in the table of contents', () => {
  expect(readdirSync('content/manual').sort()).toEqual(manualPageIds.map((id) => `${id}.md`).sort());
});

describe.each(manual)('%s', (_id, { picture, sections }) => {
  it('has a picture that exists', () => {
    const { kind, name, alternative } = picture;
    if (kind === 'screen') expect(mockups.find((it) => it.name === name)?.alt).toBe(alternative);
    else
      expect(readFileSync('web/src/features/manual/drawings.svg', 'utf8')).toContain(`<symbol id="${name}"`);
  });

  it('has a heading once', () => {
    const ids = sections.flatMap((section) => (section.type === 'header' ? section.id : []));
    expect(ids).toEqual([...new Set(ids)]);
    for (const id of ids) expect(['contents', 'main', 'page-data', 'root', 'page-clear']).not.toContain(id);
  });
});

it('links only to pages that exist', async () => {
  const pages = new Set((await renderPages()).map(({ path }) => path));
  const hrefsOf = (content: Inline[]): string[] =>
    content.flatMap((part) =>
      typeof part === 'string' ? [] : part.mark === 'link' ? part.href : hrefsOf(part.content),
    );
  const texts = manual.flatMap(([, { sections }]) =>
    sections.flatMap((section) =>
      section.type === 'list' ? section.content.map(({ content }) => content) : [section.content],
    ),
  );
  const hrefs = [...texts, ...questions.map(({ answer }) => answer)].flatMap(hrefsOf);
  const paths = hrefs.filter((href) => href.startsWith('/')).map((href) => href.replace(/[?#].*/, ''));
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter((path) => !pages.has(path))).toEqual([]);
});

it('never tells anybody to run a file that a system warns about', () => {
  for (const id of ['install-on-a-mac', 'install-on-windows'] as const) {
    const text = readFileSync(`content/manual/${id}.md`, 'utf8');
    expect(text).not.toMatch(
      /right-click|control-click|open anyway|more info|(?<!do not )run the file anyway/i,
    );
  }
});

it('answers questions of the FAQ with the same text', () => {
  const answers = questions.map(({ answer }) => plainText(answer));
  const shared = manual.flatMap(([id, { sections }]) => {
    const [first] = sections;
    const paragraph = first?.type === 'paragraph' ? plainText(first.content) : '';
    return answers.some((answer) => answer.startsWith(paragraph)) ? id : [];
  });
  expect(shared).toEqual([
    'choose-a-build',
    'put-in-the-license-file',
    'network-editor',
    'work-offline',
    'back-up-your-worlds',
    'move-to-a-new-computer',
    'withdraw',
  ]);
});
