import { describe, expect, it } from 'vitest';
import { articleSections } from './article-sections.ts';

const paragraph = (content: string) => {
  const [section] = articleSections([{ type: 'paragraph', content }]);
  return section?.type === 'paragraph' ? section.content : undefined;
};

describe('inline Markdown', () => {
  it('turns emphasis, code and links into marks', () => {
    expect(paragraph('Keep **both** *of* `them`, see [the blog](/blog)')).toEqual([
      'Keep ',
      { mark: 'strong', content: ['both'] },
      ' ',
      { mark: 'emphasis', content: ['of'] },
      ' ',
      { mark: 'code', content: ['them'] },
      ', see ',
      { mark: 'link', href: '/blog', content: ['the blog'] },
    ]);
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '&#106;avascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//evil.example',
    '/\\evil.example',
    'http://plain.example',
  ])('keeps only the words of a link to %s', (href) => {
    expect(JSON.stringify(paragraph(`[*click*](<${href}>)`))).toBe(
      '[{"mark":"emphasis","content":["click"]}]',
    );
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '# no heading',
    '- no list',
    '> no quote',
    '![no picture](',
    '~~~ no code',
    '---',
    '[a]: /b',
    '    four spaces',
  ])('keeps %s as text', (text) => {
    const content = paragraph(text) ?? [];
    expect(content.every((part) => typeof part === 'string')).toBe(true);
    expect(content.join('')).toBe(text.trim());
  });

  it('drops a picture', () => {
    expect(paragraph('![alt](https://evil.example/pixel.png)')).toEqual([
      '!',
      { mark: 'link', href: 'https://evil.example/pixel.png', content: ['alt'] },
    ]);
  });

  it('turns a line break into a space', () => {
    expect(paragraph('one\n\n# two')).toEqual(['one # two']);
  });
});

it('gives each header its own id, different from those of the page', () => {
  const header = (content: string) => ({ type: 'header' as const, level: 2 as const, content });
  const ids = articleSections([header('Main'), header('A *road*'), header('A road'), header('山')]).map(
    (section) => section.type === 'header' && section.id,
  );
  expect(ids).toEqual(['main-2', 'a-road', 'a-road-2', 'section']);
});

it('creates a list item for each line', () => {
  expect(articleSections([{ type: 'list', content: [{ content: 'a' }, { content: '*b*' }] }])).toEqual([
    {
      type: 'list',
      content: [{ content: ['a'] }, { content: [{ mark: 'emphasis', content: ['b'] }] }],
    },
  ]);
});
