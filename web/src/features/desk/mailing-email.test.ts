import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { framedEmail, stylesheetOf } from './mailing-email.tsx';

/** An email as `layout-html.ts` writes it. */
const html = readFileSync('lambdas/domain/mail/sample-welcome-html.txt', 'utf8');
const { document, stylesheet } = framedEmail(html);

describe('framedEmail', () => {
  it('leaves no styles that the policy of the page refuses, and loses none', () => {
    expect(document).not.toMatch(/<style|\sstyle=/);
    expect(document.match(/ data-style="/g)).toHaveLength(html.match(/ style="/g)?.length ?? 0);
    expect(stylesheet).toContain('.background-color-ground{');
  });

  it('opens links in a tab', () => {
    expect(document).toContain('<head><base target="_blank">');
  });

  it('keeps a text that looks like an attribute', () => {
    const text = '<p style="margin:0">Write style=&quot;x&quot;.</p>';
    expect(framedEmail(text).document).toBe('<p data-style="margin:0">Write style=&quot;x&quot;.</p>');
  });
});

describe('stylesheetOf', () => {
  it('shows a theme whatever the theme of the device is', () => {
    const [dark, light] = [stylesheetOf(stylesheet, true), stylesheetOf(stylesheet, false)];
    for (const sheet of [dark, light]) expect(sheet).not.toMatch(/prefers-color-scheme|light dark/);
    expect(dark).toMatch(/color-scheme:dark[\s\S]*@media all\{/);
    expect(light).toMatch(/color-scheme:light[\s\S]*@media not all\{/);
  });
});
