import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, it } from 'vitest';
import { storedArticle } from '../../contract/records/article.ts';
import { ContentError, inlineOf, readMarkdown, sectionsOf } from './markdown.ts';
import { parseArticle } from './parse-article.ts';

const file = 'content/blog/a-map.md';
const fields = {
  slug: 'a-map',
  headline: 'Maps: a list',
  author: 'A',
  createdAt: '2025-05-14',
  description: 'D',
};
const written = (body: string, more: Record<string, string> = {}) => {
  const lines = Object.entries({ ...fields, ...more }).filter(([, value]) => value !== '');
  return `---\n${lines.map(([name, value]) => `${name}: ${value}\n`).join('')}---\n\n${body}\n`;
};
const contentOf = (body: string) => parseArticle(file, written(body)).content;

describe('parseArticle', () => {
  it('reads an article from its file', () => {
    const cover = { cover: 'a-map.svg', coverAlternative: 'A map.' };
    expect(parseArticle(file, written('Text.', cover))).toEqual({
      ...fields,
      content: [{ type: 'paragraph', content: 'Text.' }],
      cover: { fileName: 'a-map.svg', alternative: 'A map.' },
      refuseField: expect.any(Function),
    });
  });

  it('keeps the Markdown of each block and joins its lines', () => {
    const body = `
1986 and *more*
  of \`code\` in **it**
===

## 1. [The way](/blog) ##

- One
  and *the
  other*
- Two

<!-- a note to writers -->

### Last`;
    expect(() => contentOf(body)).toThrow('level 2 or 3, not 1');
    expect(contentOf(body.replace('===', '---'))).toEqual([
      { type: 'header', level: 2, content: '1986 and *more* of `code` in **it**' },
      { type: 'header', level: 2, content: '1. [The way](/blog)' },
      { type: 'list', content: [{ content: 'One and *the other*' }, { content: 'Two' }] },
      { type: 'header', level: 3, content: 'Last' },
    ]);
  });

  it.each(readdirSync('content/blog').filter((name) => name.endsWith('.md')))('reads %s', (name) => {
    const { content, cover, refuseField, ...rest } = parseArticle(
      name,
      readFileSync(`content/blog/${name}`, 'utf8'),
    );
    const record = { ...rest, content, updatedAt: '2025-01-01T00:00:00Z', status: 'draft' };
    expect(storedArticle.parse(record)).toEqual(record);
    expect(cover?.fileName).toBe(`${rest.slug}.svg`);
  });
});

describe('parseArticle', () => {
  it.each([
    ['HTML', '<script>alert(1)</script>', 'has HTML'],
    ['HTML in text', 'a <b>b</b>', 'has HTML'],
    [
      'a picture without a text alternative',
      '![](/media/map.png "1x1")',
      'the picture /media/map.png has no text in [ ]',
    ],
    [
      'a picture of another site',
      '![A map](https://elsewhere.test/a.png "1x1")',
      'the picture https://elsewhere.test/a.png is not like ![What it shows]',
    ],
    ['a picture next to the file', '![A map](map.png)', 'the picture map.png is not like'],
    ['a picture without a size', '![A map](/media/map.png)', 'the picture /media/map.png is not like'],
    [
      'a picture with a wrong size',
      '![A map](/media/pictures/0123456789abcdef-1600x800.jpg "1600x801")',
      'the picture /media/pictures/0123456789abcdef-1600x800.jpg has 1600 × 800 pixels. Write "1600x800" after its path',
    ],
    ['code', '```\ncode\n```', 'has a code block'],
    ['a quotation', '> said', 'has a quotation'],
    ['a numbered list', '1. first', 'has a numbered list'],
    ['a list in a list', '- a\n  - b', 'a list item must be one paragraph'],
    ['an empty item', '-', 'a list item must be one paragraph'],
    ['an empty heading', '##', 'has an empty heading'],
    ['a break', 'a\\\nb', 'has a line break'],
    ['a heading with only spaces', '## \u00a0', 'has an empty heading'],
    ['a paragraph with only spaces', '\u00a0', 'has an empty paragraph'],
    [
      'a paragraph that is too long',
      'a'.repeat(10_001),
      'a paragraph has 10001 bytes (in UTF-8); the limit is 10000',
    ],
    ['an item that is too long', `- ${'a'.repeat(10_001)}`, 'a paragraph has 10001 bytes'],
    ['a paragraph of multibyte characters', '海'.repeat(3_334), 'a paragraph has 10002 bytes'],
    ['a reference', '[a]\n\n[a]: /b', 'has a reference link'],
    ['a table', '| a | b |\n|---|---|\n| 1 | 2 |', 'has a table'],
    ['strikethrough text', 'a ~~b~~', 'has strikethrough text'],
    ['a task list', '- [ ] do it', 'has a task list'],
    ['a footnote', 'a[^1]', 'has a footnote'],
    ['a link without words', '[](https://elsewhere.example)', 'has a link without words'],
    ['an unsafe link', '[x](javascript:alert(1))', 'may not link to javascript:alert(1)'],
    ['a link to another host', '[x](//elsewhere.example)', 'may not link to'],
  ])('rejects %s', (_what, body, problem) => {
    expect(() => contentOf(`Text.\n\n${body}`)).toThrow(ContentError);
    expect(() => contentOf(`Text.\n\n${body}`)).toThrow(`${file}:11: ${problem}`);
  });

  it('rejects fields without an end', () => {
    expect(() => parseArticle(file, '---\nslug: a-map\n\nText.')).toThrow(
      `${file}:1: the fields at the top do not end`,
    );
  });

  it('rejects too many blocks or list items', () => {
    const paragraphs = Array.from({ length: 1001 }, () => 'Text.').join('\n\n');
    expect(() => contentOf(paragraphs)).toThrow(
      `${file}:${9 + 2 * 1000}: has 1001 headings, paragraphs and lists`,
    );
    const items = Array.from({ length: 501 }, () => '- Text.').join('\n');
    expect(() => contentOf(items)).toThrow(`${file}:${9 + 500}: has 501 items in one list; the limit is 500`);
  });

  it('rejects a text that is too long, with the line at which it exceeds the limit', () => {
    const paragraphs = Array.from({ length: 36 }, () => 'a'.repeat(10_000)).join('\n\n');
    expect(() => contentOf(paragraphs)).toThrow(
      new RegExp(
        `^${file}:${9 + 2 * 34}: the text has 36\\d{4} bytes .*; the limit is 350000. .*in two parts`,
      ),
    );
  });

  it('rejects an article without text', () => {
    expect(() => contentOf('')).toThrow(`${file}:1: has no text`);
  });

  it.each([
    [{ headline: '' }, 1, 'has no headline'],
    [{ createdAt: '' }, 1, 'has no createdAt'],
    [{ createdAt: '2025-02-30' }, 5, '"2025-02-30" is not a date'],
    [{ headline: 'a'.repeat(201) }, 3, 'the headline has 201 bytes \\(in UTF-8\\); the limit is 200'],
    [{ headline: 'ж'.repeat(101) }, 3, 'the headline has 202 bytes'],
    [{ cover: 'a.svg', coverAlternative: 'a'.repeat(1001) }, 8, 'the coverAlternative has 1001 bytes'],
    [{ slug: 'A map' }, 2, 'the slug "A map" is not like'],
    [{ slug: 'another' }, 2, 'is not named another.md'],
    [{ tags: 'maps' }, 7, 'has an unknown field tags'],
    [{ cover: '../a.svg', coverAlternative: 'A map.' }, 7, 'is not next to the article'],
    [{ cover: 'a.svg' }, 7, 'has no coverAlternative'],
    [{ coverAlternative: 'A map.' }, 7, 'but no cover'],
  ])('rejects the fields %j', (more, line, problem) => {
    expect(() => parseArticle(file, written('Text.', more as Record<string, string>))).toThrow(
      new RegExp(`^${file}:${line}: .*${problem}`),
    );
  });
});

/** Markdown's blocks. They are disabled, because a stored line contains only inline Markdown. */
const blocks = [
  'blockQuote',
  'codeFenced',
  'codeIndented',
  'definition',
  'headingAtx',
  'htmlFlow',
  'list',
  'setextUnderline',
  'thematicBreak',
];

function inline(line: string) {
  const [paragraph] = fromMarkdown(line, { extensions: [{ disable: { null: blocks } }] }).children;
  const refuse = (_node: unknown, problem: string): never => {
    throw new Error(problem);
  };
  return inlineOf({ refuse }, paragraph?.type === 'paragraph' ? paragraph.children : []);
}

it('reads a stored line like the file', () => {
  const word = fc.constantFrom(
    'a',
    '*b*',
    '**c',
    '`d`',
    '[e](/f)',
    '1.',
    '-',
    '#',
    '\\*',
    '&amp;',
    '_',
    '\n',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), (words) => {
      const body = words.join(' ');
      let content: ReturnType<typeof contentOf>;
      try {
        content = contentOf(body);
      } catch (error) {
        expect(error).toBeInstanceOf(ContentError);
        return;
      }
      const again = content.map((section) => {
        if (section.type === 'picture') return section;
        return section.type === 'list'
          ? { ...section, content: section.content.map((item) => ({ content: inline(item.content) })) }
          : { ...section, content: inline(section.content) };
      });
      const inFile = sectionsOf(readMarkdown(file, body)).map((section) => {
        if (section.type !== 'header') return section;
        const { id: _id, ...rest } = section;
        return rest;
      });
      expect(again).toEqual(inFile);
    }),
    { numRuns: 1000 },
  );
});
