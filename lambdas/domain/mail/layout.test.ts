import { describe, expect, test } from 'vitest';
import { layOut } from './layout.ts';
import { type MailColor, mailColors } from './look.ts';

const content = {
  subject: 'Hello',
  heading: 'Good to see you',
  paragraphs: ['First.', 'Second.'],
  facts: [['Price', 'Free']] as [string, string][],
  quote: 'One line.\nAnother line.',
  action: { label: 'Go on', url: 'https://site.test/auth?mode=verify#email=a%40b.test&code={####}' },
  code: '{####}',
  reason: 'You asked for it.',
  links: [{ label: 'Write to us', url: 'https://site.test/contact' }],
};

test('adds no link and no empty gaps to an email with only the required parts', () => {
  const { text, html } = layOut({
    subject: 'Hello',
    heading: 'Hi',
    paragraphs: ['First.'],
    reason: 'You asked.',
  });
  expect(text).not.toMatch(/code|undefined|\n\n\n/);
  expect(html.replace(/<style>.*<\/style>/s, '')).not.toMatch(/<a |code|undefined|<table|<blockquote/);
});

describe('text that contains markup', () => {
  const hostile = `<script>alert("1")</script> & 'more'`;
  const escaped = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;more&#39;';

  test.each([
    ['a paragraph', { paragraphs: [hostile] }],
    ['the subject', { subject: hostile }],
    ['the heading', { heading: hostile }],
    ['the label', { action: { label: hostile, url: 'https://site.test' } }],
    ['the link', { action: { label: 'Go on', url: hostile } }],
    ['the code', { code: hostile }],
    ['the quote', { quote: hostile }],
    ['the name of a fact', { facts: [[hostile, '']] as [string, string][] }],
    ['the value of a fact', { facts: [['', hostile]] as [string, string][] }],
    ['the reason', { reason: hostile }],
    ['the label of a further link', { links: [{ label: hostile, url: '' }] }],
    ['a further link', { links: [{ label: '', url: hostile }] }],
  ])('escapes markup in %s', (_, change) => {
    const { html } = layOut({ ...content, ...change });
    expect(html).toContain(escaped);
    expect(html).not.toContain('<script>');
  });

  test('keeps markup unchanged in the text part', () => {
    expect(layOut({ ...content, paragraphs: [hostile] }).text).toContain(hostile);
  });
});

test('quotes a message line by line, in text and HTML, however its lines end', () => {
  for (const quote of ['One.\nTwo.', 'One.\r\nTwo.', 'One.\rTwo.']) {
    const { text, html } = layOut({ ...content, quote });
    expect(text).toMatch(/^> One\.\r?\n?> Two\./m);
    expect(html).toContain('One.<br>Two.');
  }
});

test.each(['\r\n', '\n', '\r', '\0', '\u0085'])('keeps a subject with %j on one line', (control) => {
  const { subject, html } = layOut({
    ...content,
    subject: `Message from Ana${control}Bcc: everybody@example.test`,
  });
  expect(subject).toBe('Message from Ana Bcc: everybody@example.test');
  expect(html).toContain('<title>Message from Ana Bcc: everybody@example.test</title>');
});

describe('the HTML', () => {
  const { html } = layOut(content);

  test('has language and role even for programs that keep only the content of the body', () => {
    expect(html).toContain('<html lang="en" dir="ltr">');
    expect(html).toMatch(/<body [^>]*>\n<div lang="en" dir="ltr" role="article" aria-label="Hello"/);
    expect(html).toMatch(/<th scope="row"/);
  });

  test('loads nothing, runs nothing, and uses no layout tables', () => {
    expect(html).not.toMatch(/<(img|script|link|iframe)\b|url\(|@import/);
    expect(html.match(/<table/g)).toHaveLength(1);
  });

  test('has the light colors in attributes, and a dark color for each', () => {
    const [styles = ''] = /<style>.*<\/style>/s.exec(html) ?? [];
    const night = /@media \(prefers-color-scheme:dark\)\{(.*)\}/s.exec(styles)?.[1] ?? '';
    const painted = [...html.matchAll(/class="([^"]+)" style="([^"]+)"/g)];
    expect(painted.length).toBeGreaterThan(5);
    for (const [, classes = '', style = ''] of painted) {
      for (const [, property = '', color] of style.matchAll(
        /(background-color|border-color|color):(#\w{6})/g,
      )) {
        const name = classes.split(' ').find((each) => each.startsWith(`${property}-`)) ?? '';
        const both = mailColors[name.slice(property.length + 1) as MailColor];
        expect(both?.day, `${property}:${color}`).toBe(color);
        expect(night).toContain(`.${name}{${property}:${both.night} !important}`);
      }
    }
  });

  test('fits a narrow window, because nothing has a fixed width', () => {
    expect(html).not.toMatch(/(?<![-\w])width:\d|\swidth="/);
  });
});

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(one: string, other: string): number {
  const luminance = (hex: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
      const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test.each([
  ['text', 'surface'],
  ['text-muted', 'surface'],
  ['text-muted', 'ground'],
  ['accent', 'ground'],
  ['on-accent', 'accent'],
] as const)('keeps %s readable on %s in both themes', (front, back) => {
  for (const theme of ['day', 'night'] as const) {
    expect(contrast(mailColors[front][theme], mailColors[back][theme])).toBeGreaterThanOrEqual(4.5);
  }
});
