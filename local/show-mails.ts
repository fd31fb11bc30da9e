import type { ServerResponse } from 'node:http';
import { brand } from '../contract/rules/brand.ts';
import { escapeHtml } from '../lambdas/domain/mail/mail-content.ts';
import { type SampleMail, sampleMails } from '../lambdas/domain/mail/sample-mails.ts';
import { stages } from '../lib/stages.ts';
import { listen } from './server/listen.ts';

/** `npm run mail`: shows every mail of the site, without sending one. */
const defaultPort = 3001;
const port = Number(process.env.PORT || defaultPort);

/** The address in the mails' links. A running local cloud has these pages. */
const siteUrl = 'http://localhost:3000';

const { senderAddress, teamAddress } = stages.local;

/** Shows a mail as a reader with this theme sees it, whatever this browser prefers. */
const themes = {
  day: (html: string) => html.replaceAll('(prefers-color-scheme:dark)', 'not all'),
  night: (html: string) =>
    html
      .replaceAll('(prefers-color-scheme:dark)', 'all')
      .replaceAll('color-scheme:light dark', 'color-scheme:dark'),
};
type Theme = keyof typeof themes;

function overview(samples: SampleMail[]): string {
  const list = samples.map(
    ({ name, mail }) => `<li><a href="#${name}">${escapeHtml(mail.subject)}</a> (${name})</li>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Mails · ${brand}</title>
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui;max-width:82rem;margin:2rem auto;padding:0 1rem}
article{margin:3rem 0;padding-top:1rem;border-top:1px solid}dt{opacity:.75}dd{margin:0 0 .5rem;overflow-wrap:anywhere}
.looks{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(20rem,100%),1fr));gap:1rem}
figure{margin:0}iframe{width:100%;height:44rem;border:1px solid;resize:both}
pre{overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere;border:1px solid;padding:1rem}</style></head>
<body><h1>Every email of ${brand}</h1>
<p>With sample data. Links lead to ${siteUrl}. Drag the corner of a mail to make it narrow.</p>
<ol>${list.join('')}</ol>${samples.map(sample).join('')}</body></html>`;
}

function sample({ name, sentWhen, to, replyTo, kind, mail }: SampleMail): string {
  const facts = {
    'Sent when': sentWhen,
    Kind: kind,
    From: `${brand} <${senderAddress}>`,
    To: to === 'team' ? teamAddress : 'the reader',
    ...(replyTo ? { 'Reply-To': replyTo } : {}),
    ...mail.headers,
  };
  const looks = (Object.keys(themes) as Theme[]).map(
    (theme) =>
      `<figure><figcaption>By ${theme}</figcaption><iframe src="/${name}/${theme}" title="${escapeHtml(mail.subject)}, by ${theme}" sandbox="allow-popups allow-top-navigation-by-user-activation"></iframe></figure>`,
  );
  return `<article id="${name}"><h2>${escapeHtml(mail.subject)}</h2>
<dl>${Object.entries(facts)
    .map(([fact, value]) => `<dt>${fact}</dt><dd>${escapeHtml(value)}</dd>`)
    .join('')}</dl>
<div class="looks">${looks.join('')}</div>
<h3>Text</h3><pre>${escapeHtml(mail.text)}</pre></article>`;
}

function respond(response: ServerResponse, status: number, html: string): void {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      // Like an email program, allows no scripts and no content from other sites.
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'`,
    })
    .end(html);
}

async function run(): Promise<void> {
  const samples = sampleMails(siteUrl);
  await listen((request, response) => {
    const [, name, theme] = /^\/([\w-]*)\/?(\w*)$/.exec(request.url ?? '') ?? [];
    const found = samples.find((candidate) => candidate.name === name);
    if (name === '') respond(response, 200, overview(samples));
    else if (found && (theme === 'day' || theme === 'night'))
      respond(response, 200, themes[theme](found.mail.html));
    else respond(response, 404, 'There is no such email.');
  }, port);
  console.log(`Every email: http://localhost:${port}\nCtrl-C stops.`);
}

run().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
