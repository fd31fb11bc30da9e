import type { IncomingMessage } from 'node:http';

/** Renders a page below `/__local/`, without JavaScript. */
export function localPage(title: string, parts: string[], style = ''): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title} · local cloud</title>
<style>:root{color-scheme:light dark;background:Canvas;color:CanvasText}body{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}
a{color:light-dark(#0a57c2,#8ab8ff)}pre{overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere}h2{margin:2rem 0 .25rem;font-size:1.1rem}summary{cursor:pointer;padding:.25rem 0}
${style}</style>
<main><h1>${title}</h1>${parts.join('\n')}</main></html>`;
}

export function section(title: string, content: string): string {
  return `<section><h2>${escapeHtml(title)}</h2>${content}</section>`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Browsers send `Origin` with every POST. A request without it does not come from a page. */
export function isFromOurPages({ headers: { origin, host } }: IncomingMessage): boolean {
  return origin === undefined || origin === `http://${host}`;
}
