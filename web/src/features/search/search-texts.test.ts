import { describe, expect, it } from 'vitest';
import type { SearchablePage } from '../../../../contract/content/searchable-page.ts';
import { searchTexts, type TextPart } from './search-texts.ts';

const pages: SearchablePage[] = [
  {
    path: '/manual/move',
    title: 'Move to a new computer',
    kind: 'Manual',
    sections: [
      { text: 'Take your worlds along.' },
      {
        id: 'license',
        heading: 'The license',
        text: `${'Words before it. '.repeat(30)}Copy the license file.`,
      },
    ],
  },
  {
    path: '/resources',
    title: 'Resources',
    kind: 'Resources',
    sections: [{ id: 'kishotenketsu', heading: 'Kishōtenketsu', text: 'A turn without a fight.' }],
  },
  {
    path: '/changelog',
    title: 'Changelog',
    kind: 'Changelog',
    sections: [
      { id: '0.3.1', heading: '0.3.1', text: 'Pins stay.' },
      { id: '0.3.0', heading: '0.3.0', text: 'The network.' },
    ],
  },
];
const search = searchTexts(pages);
const hrefs = (query: string) => search(query).map(({ href }) => href);
const marked = (parts: TextPart[] = []) =>
  parts.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('');

describe('the search', () => {
  it.each([
    ['a typo', 'lisence'],
    ['letters in the wrong order', 'licesne'],
    ['the beginning of a word', 'licen'],
    ['words in another order', 'file license copy'],
    ['a question', 'Where is my license?'],
    ['capitals', 'LICENSE'],
    ['another form of a word', 'licenses copied'],
  ])('finds the part of a page by %s', (_, query) => {
    expect(hrefs(query)[0]).toBe('/manual/move#license');
  });

  it.each(['kishotenketsu', 'Kishōtenketsu', 'Kisho\u0304tenketsu', 'kishotenketzu'])('finds %s', (query) => {
    expect(hrefs(query)).toEqual(['/resources#kishotenketsu']);
  });

  it('finds a version, and not its neighbors', () => {
    expect(hrefs('0.3.1')).toEqual(['/changelog#0.3.1']);
  });

  it.each(['', '   ', '<>&"\'', '…', '日本', 'zzzzzz', 'constructor __proto__'])(
    'finds nothing for “%s”',
    (query) => {
      expect(search(query)).toEqual([]);
    },
  );

  it('searches only the beginning of 10,000 characters', () => {
    expect(hrefs(`license ${'x'.repeat(10_000)}`)).toEqual(['/manual/move#license']);
    expect(hrefs(`${'x'.repeat(10_000)} license`)).toEqual([]);
  });

  it('names the place of a part, and shows the words around a match', () => {
    const [found] = search('copy license');
    expect(found?.place).toBe('Manual · Move to a new computer');
    expect(marked(found?.title)).toBe('The [license]');
    expect(marked(found?.excerpt)).toMatch(/^… .*before it\. \[Copy\] the \[license\] file\.$/);
    expect(marked(found?.excerpt).length).toBeLessThan(180);
    expect(search('turn')[0]?.place).toBe('Resources');
  });
});
