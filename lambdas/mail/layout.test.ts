import { describe, expect, test } from 'vitest';
import { layOut } from './layout.ts';

const letter = {
  subject: 'Hello',
  paragraphs: ['First.', 'Second.'],
  action: { label: 'Go on', url: 'https://site.test/auth?mode=verify#email=a%40b.test&code={####}' },
  code: '{####}',
  reason: 'You asked for it.',
};
/** What a reader of the HTML sees and follows. */
const readHtml = (html: string) =>
  html
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&');

test('text and HTML say the same: words, link, code and reason', () => {
  const { subject, text, html } = layOut(letter);
  expect(subject).toBe('Hello');
  for (const part of [...letter.paragraphs, letter.action.label, letter.action.url, letter.reason]) {
    expect(text).toContain(part);
    expect(readHtml(html)).toContain(part);
  }
  expect(text).toContain('Your code: {####}');
  expect(readHtml(/href="([^"]*)"/.exec(html)?.[1] ?? '')).toBe(letter.action.url);
  expect(html).toMatch(/Your code: <strong[^>]*>\{####\}<\/strong>/);
});

test('a letter without action and code has neither link nor empty gaps', () => {
  const { text, html } = layOut({ subject: 'Hello', paragraphs: ['First.'], reason: 'You asked for it.' });
  expect(text).not.toMatch(/code|undefined|\n\n\n/);
  expect(html).not.toMatch(/<a |code|undefined/);
});

describe('what could be markup is text', () => {
  const hostile = `<script>alert("1")</script> & 'more'`;
  const escaped = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;more&#39;';

  test.each([
    ['a paragraph', { paragraphs: [hostile] }],
    ['the subject', { subject: hostile }],
    ['the label', { action: { label: hostile, url: 'https://site.test' } }],
    ['the link', { action: { label: 'Go on', url: hostile } }],
    ['the code', { code: hostile }],
    ['the reason', { reason: hostile }],
  ])('in %s', (_, change) => {
    const { html } = layOut({ ...letter, ...change });
    expect(html).toContain(escaped);
    expect(html).not.toContain('<script>');
  });

  test('and the text mail shows it as it was written', () => {
    expect(layOut({ ...letter, paragraphs: [hostile] }).text).toContain(hostile);
  });
});
