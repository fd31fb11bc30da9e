import { describe, expect, it } from 'vitest';
import type { ArticleSection, Inline } from '../../../contract/content/sections.ts';
import { sectionAsHtml, sectionAsText } from './mail-sections.ts';

const paragraph = (...content: Inline[]): ArticleSection => ({ type: 'paragraph', content });
const withoutStyles = (html: string) => html.replaceAll(/ (?:style|class)="[^"]*"/g, '');

describe('sectionAsHtml and sectionAsText', () => {
  it.each([2, 3] as const)('shows a heading of level %d', (level) => {
    const section: ArticleSection = { type: 'header', id: 'maps', level, content: ['Maps & more'] };
    expect(withoutStyles(sectionAsHtml(section))).toBe(`<h${level}>Maps &amp; more</h${level}>`);
    expect(sectionAsText(section)).toBe('Maps & more');
  });

  it('shows a list', () => {
    const section: ArticleSection = { type: 'list', content: [{ content: ['One'] }, { content: ['Two'] }] };
    expect(withoutStyles(sectionAsHtml(section))).toBe('<ul>\n<li>One</li>\n<li>Two</li>\n</ul>');
    expect(sectionAsText(section)).toBe('- One\n- Two');
  });

  it('shows emphasis, code and links', () => {
    const section = paragraph(
      { mark: 'strong', content: ['Bold'] },
      ' ',
      { mark: 'emphasis', content: ['slanted'] },
      ' ',
      { mark: 'code', content: ['<map>'] },
      ' ',
      { mark: 'link', href: 'https://site.test/?a=1&b=2', content: ['here'] },
    );
    expect(withoutStyles(sectionAsHtml(section))).toBe(
      '<p><strong>Bold</strong> <em>slanted</em> <code>&lt;map&gt;</code> <a href="https://site.test/?a=1&amp;b=2">here</a></p>',
    );
    expect(sectionAsText(section)).toBe('Bold slanted <map> here (https://site.test/?a=1&b=2)');
  });

  it('shows the URL once when it is the text of the link', () => {
    const section = paragraph({ mark: 'link', href: 'https://site.test/', content: ['https://site.test/'] });
    expect(sectionAsText(section)).toBe('https://site.test/');
  });

  it.each([
    // The column of text is 518 pixels wide.
    [1200, 518, 86],
    [300, 300, 200],
  ])('shows a picture that is %d pixels wide at a width of %d pixels', (width, shown, height) => {
    const section: ArticleSection = {
      type: 'picture',
      url: 'https://site.test/map.png',
      alternative: 'A map',
      width,
      height: 200,
    };
    expect(sectionAsHtml(section)).toContain(
      `src="https://site.test/map.png" alt="A map" width="${shown}" height="${height}"`,
    );
    expect(sectionAsText(section)).toBe('[A map]');
  });
});
