import { describe, expect, it } from 'vitest';
import { checkPage } from './check-page.ts';

const address = 'https://lorewright.example/pricing';

function page({ head = '', body = '' } = {}) {
  return `<!doctype html><html><head><title>Pricing</title><meta name="description" content="What it costs."/>
    <link rel="canonical" href="${address}"/>
    <style>p{}</style><script src="/boot.js"></script><link rel="stylesheet" href="/assets/site.css">
    <meta property="og:type" content="website"><meta property="og:title" content="Pricing">
    <meta property="og:description" content="What it costs."><meta property="og:url" content="${address}">
    <meta property="og:image" content="https://lorewright.example/social.png">
    <meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">
    <meta property="og:image:alt" content="A chart"><meta name="twitter:card" content="summary_large_image">${head}</head>
    <body><main><h1>Pricing</h1>${body}</main></body></html>`;
}

describe('checkPage', () => {
  it('accepts a page that complies with the policy', () => {
    const head =
      '<script type="application/ld+json">{"@context":"https://schema.org","@type":"FAQPage"}</script>';
    const body = '<p>A style="x" in text, onclick= too.</p>';
    expect(() => checkPage('/pricing', page({ head, body }))).not.toThrow();
  });

  it.each([
    ['inline script', '<script>alert(1)</script>'],
    ['inline script', '<script type="module">import "/x.js"</script>'],
    ['inline script', '<script type="application/ld+json" id="x">{}</script>'],
    ['stylesheet outside of the head', '<style>p{}</style>'],
    ['style attribute', '<p class="a" style="color:red">'],
    ['inline event handler', '<p onclick="go()">'],
    ['javascript: URL', '<a href="javascript:go()">'],
  ])('refuses an %s: %s', (finding, body) => {
    expect(() => checkPage('/pricing', page({ body }))).toThrow(finding);
  });

  it.each(['{"@context":"https://schema.org"}', '{"@type":"FAQPage"}', 'null', '{"@type":'])(
    'rejects a data block without a type: %s',
    (data) => {
      const head = `<script type="application/ld+json">${data}</script>`;
      expect(() => checkPage('/pricing', page({ head }))).toThrow('no data with @context and @type');
    },
  );

  it('rejects a canonical URL on the 404 page', () => {
    const without = page().replace(/<link rel="canonical"[^>]*>/, '');
    expect(() => checkPage('/404', without)).not.toThrow();
    expect(() => checkPage('/404', page())).toThrow('found 1 canonical address, expected 0');
  });

  it('rejects a file that is linked twice', () => {
    const head = '<link rel="modulepreload" href="/assets/site.css">';
    expect(() => checkPage('/pricing', page({ head }))).toThrow('linked twice: /assets/site.css');
  });

  it.each(['title', 'description', 'main', 'h1'])('rejects a page without %s', (element) => {
    const without = page().replace(new RegExp(`<(${element}|meta name="${element}")[\\s>]`), '<p>');
    expect(() => checkPage('/pricing', without)).toThrow('found 0');
  });

  it.each(['rel="canonical"', '"og:title"', '"og:image"', '"og:image:alt"', '"twitter:card"'])(
    'rejects a page without %s, or with two',
    (attribute) => {
      const [tag = ''] = new RegExp(`<[^>]*${attribute}[^>]*>`).exec(page()) ?? [];
      expect(() => checkPage('/pricing', page().replace(tag, ''))).toThrow('found 0');
      expect(() => checkPage('/pricing', page({ head: tag }))).toThrow('found 2');
    },
  );

  it('rejects a page with the address of another page', () => {
    expect(() => checkPage('/blog', page())).toThrow(
      `the canonical address is ${address}, not https://lorewright.example/blog`,
    );
  });
});
