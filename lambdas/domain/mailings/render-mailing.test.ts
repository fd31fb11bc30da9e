import { describe, expect, it } from 'vitest';
import { parseMailing } from '../../../publishing/markdown/parse-mailing.ts';
import { unsubscribeToken } from '../mail/link-token.ts';
import { mailingFor, mailingTemplate } from './render-mailing.ts';

const siteUrl = 'https://site.test';
const linkKey = 'k'.repeat(64);
const reader = { userId: 'ana', siteUrl, linkKey };
const mailingOf = (body: string) =>
  parseMailing('spring.md', `---\ngroup: resources\nsubject: {{news}}\npreheader: Spring\n---\n\n${body}\n`);

/** Fills an inline template as SES does: https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_Template.html */
const fill = (template: string, values: Record<string, string>) =>
  template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? `missing ${name}`);

const body = String.raw`Braces {{like}} these, \{{these}}, {one}, {} and {"a":{}}.

See [the structures](/resources), **bold** and *slanted*.

- [Calendars](/tools#calendar) with two moons

![A map](/media/letters/map.png "1200x800")`;

describe('mailingTemplate', () => {
  it('gives the same email as `mailingFor` after SES has filled in the variables', () => {
    const mailing = mailingOf(body);
    const mail = mailingFor(mailing, reader);
    const [, group = ''] = /token=([\w.-]+)>/.exec(mail.headers?.['List-Unsubscribe'] ?? '') ?? [];
    const all = [...mail.text.matchAll(/#token=([\w.-]+)/g)].map(([, token]) => token).at(-1) ?? '';
    expect(unsubscribeToken.read(linkKey, group)).toEqual({ userId: 'ana', group: 'resources' });
    expect(unsubscribeToken.read(linkKey, all)).toEqual({ userId: 'ana', group: 'all' });

    const { values, ...template } = mailingTemplate(mailing, siteUrl);
    // SES must find only our variables.
    const withoutVariables = JSON.stringify(Object.values(template)).replaceAll(
      /\{\{(group|all|open|close|backslash)\}\}/g,
      '',
    );
    expect(withoutVariables).not.toMatch(/[{}]/);
    const filled = Object.entries(template).map(([part, text]) => [
      part,
      fill(text, { ...values, group, all }),
    ]);
    const { subject, text, html } = mail;
    expect(Object.fromEntries(filled)).toEqual({ subject, text, html });
    expect(mail.subject).toBe('{{news}}');
    expect(mail.text).toContain('Braces {{like}} these');
  });
});

describe('mailingFor', () => {
  it('makes addresses absolute, and shows pictures with their alternative', () => {
    const { html, text } = mailingFor(mailingOf(body), reader);
    expect(html).toContain('href="https://site.test/resources"');
    expect(html).toContain('href="https://site.test/tools#calendar"');
    expect(html).toContain('src="https://site.test/media/letters/map.png" alt="A map"');
    expect(text).toContain('the structures (https://site.test/resources), bold and slanted.');
    expect(text).toContain('Calendars (https://site.test/tools#calendar) with two moons');
    expect(text).toContain('[A map]');
  });

  it('shows the preheader only in the preview of email programs', () => {
    const { html, text } = mailingFor(mailingOf('Hello.'), reader);
    expect(html).toMatch(/<div style="display:none[^"]*">Spring<\/div>/);
    expect(text).not.toContain('Spring');
  });
});
