import { brand } from '../../contract/brand.ts';

export interface Letter {
  subject: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  /** A code to type where the link cannot be followed. */
  code?: string;
  /** Why the reader gets this mail, and what to do if it is none of theirs. */
  reason: string;
}

export interface Mail {
  subject: string;
  text: string;
  html: string;
}

/** The one layout of every mail: the same words as text and as HTML, readable in light and dark. */
export function layOut(letter: Letter): Mail {
  return { subject: letter.subject, text: asText(letter), html: asHtml(letter) };
}

function asText({ paragraphs, action, code, reason }: Letter): string {
  const parts = [
    ...paragraphs,
    action && `${action.label}: ${action.url}`,
    code && `Your code: ${code}`,
    `-- \n${brand}\n${reason}`,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

function asHtml({ subject, paragraphs, action, code, reason }: Letter): string {
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 Georgia,serif">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 24px;font-size:20px;font-weight:bold">${brand}</p>
${paragraphs.map(paragraph).join('\n')}
${action ? `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#8a5a12;color:#ffffff;text-decoration:none;font-family:sans-serif">${escapeHtml(action.label)}</a></p>` : ''}
${code ? `<p style="margin:0 0 16px">Your code: <strong style="font:bold 20px monospace;letter-spacing:2px">${escapeHtml(code)}</strong></p>` : ''}
<p style="margin:32px 0 0;font-size:13px;opacity:.75">${escapeHtml(reason)}</p>
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
