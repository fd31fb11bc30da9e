import { brand } from '../../../contract/rules/brand.ts';
import { bodyFont, className, codeFont, displayFont, look, mailColors } from './look.ts';
import { codeHint, escapeHtml, linesOf, type MailContent } from './mail-content.ts';
import { sectionAsHtml } from './mail-sections.ts';

const nightRules = (['background-color', 'color', 'border-color'] as const).flatMap((property) =>
  Object.entries(mailColors).map(
    ([color, { night }]) => `.${className(property, color)}{${property}:${night} !important}`,
  ),
);

const head = (title: string) => `<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
${nightRules.join('\n')}
}
</style>
</head>`;

export function asHtml({ subject, preheader, reason, links = [], ...content }: MailContent): string {
  return `<!doctype html>
<html lang="en" dir="ltr">
${head(subject)}
<body ${look({ 'background-color': 'ground' }, 'margin:0;padding:0')}>${preheader ? hiddenText(preheader) : ''}
<div lang="en" dir="ltr" role="article" aria-label="${escapeHtml(subject)}" ${look({ 'background-color': 'ground', color: 'text' }, `padding:24px 12px;font:17px/1.6 ${bodyFont};overflow-wrap:anywhere`)}>
<div style="max-width:560px;margin:0 auto">
<p ${look({ color: 'accent' }, `margin:0 0 16px;padding:0 4px;font:600 22px/1.2 ${displayFont}`)}>${brand}</p>
<div ${look({ 'background-color': 'surface', 'border-color': 'line' }, 'padding:24px 20px 8px;border-width:1px;border-style:solid;border-radius:12px')}>
${contents(content)}
</div>
<div ${look({ color: 'text-muted' }, 'padding:16px 4px 0;font-size:14px')}>
<p style="margin:0 0 8px">${escapeHtml(reason)}</p>
${links.map((link) => `<p style="margin:0 0 8px">${smallLink(link)}</p>`).join('\n')}
</div>
</div>
</div>
</body>
</html>
`;
}

/** The preview of an email program shows it; the email itself does not. */
const hiddenText = (text: string) =>
  `\n<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(text)}</div>`;

function contents({
  heading,
  paragraphs,
  sections = [],
  quote,
  facts = [],
  action,
  code,
}: Omit<MailContent, 'subject' | 'preheader' | 'reason' | 'links'>): string {
  const parts = [
    `<h1 ${look({ color: 'text' }, `margin:0 0 16px;font:600 26px/1.2 ${displayFont}`)}>${escapeHtml(heading)}</h1>`,
    ...paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`),
    ...sections.map(sectionAsHtml),
    quote && quotation(quote),
    facts.length > 0 && factTable(facts),
    action && button(action),
    code && codeLine(code),
  ];
  return parts.filter(Boolean).join('\n');
}

/** Keeps line breaks even without styles. */
function quotation(text: string): string {
  const lines = linesOf(text).map(escapeHtml);
  return `<blockquote dir="auto" ${look({ 'border-color': 'accent' }, 'margin:0 0 16px;padding:0 0 0 16px;border-width:0 0 0 3px;border-style:solid')}>${lines.join('<br>')}</blockquote>`;
}

function factTable(facts: [name: string, value: string][]): string {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><th scope="row" ${look({ color: 'text-muted' }, 'padding:4px 20px 4px 0;text-align:left;vertical-align:top;font-weight:normal;white-space:nowrap')}>${escapeHtml(name)}</th><td dir="auto" ${look({ color: 'text' }, 'padding:4px 0;vertical-align:top')}>${escapeHtml(value)}</td></tr>`,
  );
  return `<table style="margin:0 0 16px;border-collapse:collapse;font-size:16px">\n${rows.join('\n')}\n</table>`;
}

function button({ label, url }: { label: string; url: string }): string {
  return `<p style="margin:24px 0"><a href="${escapeHtml(url)}" ${look({ 'background-color': 'accent', color: 'on-accent' }, 'display:inline-block;padding:12px 24px;border-radius:6px;font-weight:600;line-height:1.25;text-decoration:none')}>${escapeHtml(label)}</a></p>`;
}

function codeLine(text: string): string {
  return `<p ${look({ color: 'text-muted' }, 'margin:0 0 4px;font-size:15px')}>${escapeHtml(codeHint)}</p>
<p style="margin:0 0 16px">Your code: <strong style="font:600 22px/1.4 ${codeFont};letter-spacing:3px">${escapeHtml(text)}</strong></p>`;
}

function smallLink({ label, url }: { label: string; url: string }): string {
  return `<a href="${escapeHtml(url)}" ${look({ color: 'text-muted' })}>${escapeHtml(label)}</a>`;
}
