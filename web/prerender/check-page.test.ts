import { describe, expect, it } from 'vitest';
import { checkPage } from './check-page.ts';

function page({ head = '', body = '' } = {}) {
  return `<!doctype html><html><head><title>Pricing</title><meta name="description" content="What it costs."/>
    <style>p{}</style><script src="/boot.js"></script><link rel="stylesheet" href="/assets/site.css">${head}</head>
    <body><main><h1>Pricing</h1>${body}</main></body></html>`;
}

describe('checkPage', () => {
  it('accepts a page that keeps to the policy', () => {
    expect(() =>
      checkPage('/pricing', page({ body: '<p>A style="x" in text, onclick= too.</p>' })),
    ).not.toThrow();
  });

  it.each([
    ['inline script', '<script>alert(1)</script>'],
    ['inline script', '<script type="module">import "/x.js"</script>'],
    ['stylesheet outside of the head', '<style>p{}</style>'],
    ['style attribute', '<p class="a" style="color:red">'],
    ['inline event handler', '<p onclick="go()">'],
    ['javascript: URL', '<a href="javascript:go()">'],
  ])('refuses an %s: %s', (finding, body) => {
    expect(() => checkPage('/pricing', page({ body }))).toThrow(finding);
  });

  it('refuses what is linked twice', () => {
    const head = '<link rel="modulepreload" href="/assets/site.css">';
    expect(() => checkPage('/pricing', page({ head }))).toThrow('linked twice: /assets/site.css');
  });

  it.each(['title', 'description', 'main', 'h1'])('refuses a page without %s', (element) => {
    const without = page().replace(new RegExp(`<(${element}|meta name="${element}")[\\s>]`), '<p>');
    expect(() => checkPage('/pricing', without)).toThrow('0 of');
  });
});
