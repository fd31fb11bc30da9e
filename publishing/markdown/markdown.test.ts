import { describe, expect, it } from 'vitest';
import { readMarkdown, requiredDate, requiredFields, sectionsOf } from './markdown.ts';

const file = 'content/blog/test.md';
const sections = (text: string) => sectionsOf(readMarkdown(file, text));

describe('sections', () => {
  it('reads headers, paragraphs and lists with their marks', () => {
    expect(
      sections('## Two *maps*, one world\n\nKeep **both** and `go`\nto [the blog](/blog).\n\n- a\n- b\n'),
    ).toEqual([
      {
        type: 'header',
        id: 'two-maps-one-world',
        level: 2,
        content: ['Two ', { mark: 'emphasis', content: ['maps'] }, ', one world'],
      },
      {
        type: 'paragraph',
        content: [
          'Keep ',
          { mark: 'strong', content: ['both'] },
          ' and ',
          { mark: 'code', content: ['go'] },
          ' to ',
          { mark: 'link', href: '/blog', content: ['the blog'] },
          '.',
        ],
      },
      { type: 'list', content: [{ content: ['a'] }, { content: ['b'] }] },
    ]);
  });

  it('drops comments', () => {
    expect(sections('<!-- a note to writers -->\n\nText.')).toEqual([
      { type: 'paragraph', content: ['Text.'] },
    ]);
  });

  it.each([
    ['[x](javascript:alert(1))'],
    ['[x](JaVaScript:alert)'],
    ['[x](data:text/html,hi)'],
    ['[x](//elsewhere.example)'],
    ['[x](/\\elsewhere.example)'],
    ['[x](http://elsewhere.example)'],
    ['[x](</\t/elsewhere.example>)'],
    ['[x](/&#9;/elsewhere.example)'],
  ])('rejects the link %s', (link) => {
    expect(() => sections(`Text.\n\nMore ${link}.`)).toThrow(/^content\/blog\/test\.md:3: may not link to/);
  });

  it.each(['/blog', '#top', 'https://stripe.com/privacy', 'mailto:hello@lorewright.example'])(
    'accepts a link to %s',
    (href) => {
      expect(sections(`[x](${href})`)).toEqual([
        { type: 'paragraph', content: [{ mark: 'link', href, content: ['x'] }] },
      ]);
    },
  );

  it.each([
    ['HTML', '<script>alert(1)</script>', 'HTML'],
    ['HTML in text', 'a <b>b</b>', 'HTML'],
    ['a picture', '![alt](/picture.png)', 'a picture'],
    ['code', '```\ncode\n```', 'code'],
    ['a title', '# Title', 'level 2 or 3'],
    ['a list in a list', '- a\n  - b', 'one paragraph'],
  ])('refuse %s', (_what, text, problem) => {
    expect(() => sections(`---\nslug: test\n---\n\n${text}`)).toThrow(
      new RegExp(`^content/blog/test\\.md:5: .*${problem}`),
    );
  });
});

describe('fields', () => {
  it('reads the fields before the text', () => {
    const markdown = readMarkdown(file, '---\nslug: test\nheadline: Maps: a list\n---\nText.');
    expect(requiredFields(markdown, ['slug', 'headline'])).toEqual({
      slug: 'test',
      headline: 'Maps: a list',
    });
  });

  it('names a missing field and a line that is not a field', () => {
    expect(() => requiredFields(readMarkdown(file, 'Text.'), ['slug'])).toThrow(
      'content/blog/test.md:1: has no slug',
    );
    expect(() => readMarkdown(file, '---\nslug: test\nheadline\n---\n')).toThrow('content/blog/test.md:3:');
    expect(() => readMarkdown(file, '---\nslug: a\nslug: b\n---\n')).toThrow(
      'content/blog/test.md:3: has a second slug',
    );
  });

  it.each(['soon', '2025-02-30', '2025-6-1'])('rejects %s as a date', (day) => {
    const markdown = readMarkdown(file, `---\nslug: test\nupdatedAt: ${day}\n---\n`);
    expect(() => requiredDate(markdown, 'updatedAt')).toThrow(
      `content/blog/test.md:3: updatedAt "${day}" is not a date`,
    );
  });

  it('reads the fields of a file that begins with a byte order mark', () => {
    expect(readMarkdown(file, '\uFEFF---\nslug: test\n---\n').fields).toEqual({ slug: 'test' });
  });
});
