import { brand } from '../../contract/brand.ts';

export interface Letter {
  subject: string;
  paragraphs: string[];
  /** Names and values, one below the other. */
  facts?: [name: string, value: string][];
  action?: { label: string; url: string };
  /** A code to type where the link cannot be followed. */
  code?: string;
  /** What somebody wrote, shown as it is. */
  quote?: string;
  /** Why the reader gets this mail, and what to do if it is none of theirs. */
  reason: string;
  /** What else can be done, below the reason. */
  links?: { label: string; url: string }[];
}

export interface Mail {
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
}

/** The one layout of every mail: the same words as text and as HTML, readable in light and dark. */
export function layOut(letter: Letter): Mail {
  return { subject: letter.subject, text: asText(letter), html: asHtml(letter) };
}

function asText({ paragraphs, quote, facts = [], action, code, reason, links = [] }: Letter): string {
  const parts = [
    ...paragraphs,
    quote?.replace(/^/gm, '> '),
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    action && `${action.label}: ${action.url}`,
    code && `Your code: ${code}`,
    [`-- \n${brand}\n${reason}`, ...links.map(({ label, url }) => `${label}: ${url}`)].join('\n'),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

function asHtml({
  subject,
  paragraphs,
  quote,
  facts = [],
  action,
  code,
  reason,
  links = [],
}: Letter): string {
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 Georgia,serif">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 24px;font-size:20px;font-weight:bold">${brand}</p>
${paragraphs.map(paragraph).join('\n')}
${quote ? `<blockquote style="margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid #b98a3e;white-space:pre-wrap">${escapeHtml(quote)}</blockquote>` : ''}
${facts.length > 0 ? `<table style="margin:0 0 16px;border-collapse:collapse">${facts.map(([name, value]) => `<tr><th scope="row" style="padding:4px 24px 4px 0;text-align:left;vertical-align:top;font-weight:normal;opacity:.75">${escapeHtml(name)}</th><td style="padding:4px 0;overflow-wrap:anywhere">${escapeHtml(value)}</td></tr>`).join('')}</table>` : ''}
${action ? `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#8a5a12;color:#ffffff;text-decoration:none;font-family:sans-serif">${escapeHtml(action.label)}</a></p>` : ''}
${code ? `<p style="margin:0 0 16px">Your code: <strong style="font:bold 20px monospace;letter-spacing:2px">${escapeHtml(code)}</strong></p>` : ''}
<p style="margin:32px 0 0;font-size:13px;opacity:.75">${escapeHtml(reason)}${links.map(({ label, url }) => `<br><a href="${escapeHtml(url)}" style="color:inherit">${escapeHtml(label)}</a>`).join('')}</p>
</div></body></html>
`;
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
