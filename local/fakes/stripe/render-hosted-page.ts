import { escapeHtml } from '../../server/local-page.ts';

export const hostedPageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  // No `form-action`, because browsers also apply it to the redirect after the form, which leads to the shop.
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0; background: light-dark(#f3f5f8, #14161b); color: light-dark(#1a1f29, #eceef2); }
  .banner { padding: .75rem 1rem; text-align: center; font-weight: 600;
    background: light-dark(#fff1c9, #4a3a08); color: light-dark(#493800, #ffeab0); }
  main { box-sizing: border-box; max-width: 30rem; margin: 2rem auto; padding: 2rem; border-radius: .75rem;
    background: light-dark(#fff, #20242c); box-shadow: 0 1px 3px #0003; }
  h1 { margin: 0 0 1rem; font-size: 1.25rem; }
  ul { margin: 0; padding: 0; list-style: none; }
  li, .total { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 1rem; padding: .75rem 0;
    border-bottom: 1px solid light-dark(#dfe3e9, #3a404b); }
  li p { margin: 0; color: light-dark(#566072, #a9b1c0); }
  .total { margin: 0 0 1.5rem; font-weight: 700; }
  label { display: block; margin: 1rem 0 .25rem; font-weight: 600; }
  fieldset { margin: 1.5rem 0 0; padding: 0 1rem 1rem; border: 1px solid light-dark(#dfe3e9, #3a404b); border-radius: .4rem; }
  legend { padding: 0 .25rem; font-weight: 600; }
  input, select { box-sizing: border-box; width: 100%; padding: .6rem .75rem; font: inherit; border-radius: .4rem;
    border: 1px solid light-dark(#7d8798, #8b94a5); background: light-dark(#fff, #14161b); color: inherit; }
  input[readonly] { background: light-dark(#eef0f4, #2a2f39); }
  .error { margin: .25rem 0 0; color: light-dark(#a8071a, #ff9d9d); }
  button { width: 100%; margin: 1.5rem 0 0; padding: .75rem; font: inherit; font-weight: 600; cursor: pointer;
    border: 1px solid #0a57c2; border-radius: .4rem; background: #0a57c2; color: #fff; }
  button.quiet { margin-top: .75rem; background: transparent; color: light-dark(#0a57c2, #8ab8ff); border-color: currentColor; }
  form { margin-bottom: 1rem; }
  dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 0 0 1.5rem; }
  dt { color: light-dark(#566072, #a9b1c0); }
  dd { margin: 0; text-align: right; overflow-wrap: anywhere; }
  @media print { body { background: #fff; color: #000; } main { box-shadow: none; margin: 0 auto; } }
  a { color: light-dark(#0a57c2, #8ab8ff); }
  :focus-visible { outline: 3px solid light-dark(#0a57c2, #8ab8ff); outline-offset: 2px; }
`;

/** A page that a buyer sees. */
export function renderHostedPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} – local stand-in for Stripe</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<header class="banner">Local stand-in for Stripe Checkout — no card is charged.</header>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>
`;
}
