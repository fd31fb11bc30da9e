import { expect, it } from 'vitest';
import { assemblePage } from './assemble-page.ts';

const shell = `<head>
  <!--page-head-->
  <script type="module" crossorigin src="/assets/site.js"></script>
  <link rel="modulepreload" crossorigin href="/assets/runtime.js">
  <link rel="stylesheet" crossorigin href="/assets/site.css">
</head><body><div id="root"><!--page-body--></div></body>`;

const parts = {
  shell,
  rendered: '',
  stylesheets: [],
  boot: '/assets/boot.js',
  modules: [],
  headForCrawlers: '',
};

it('moves what React hoists into the head and the rest into the root', () => {
  const page = assemblePage({
    ...parts,
    rendered: '<title>Price: $&amp;</title><meta name="description" content="$1"/><main>$&amp;</main>',
  });

  expect(page).toContain('<title>Price: $&amp;</title><meta name="description" content="$1"/><script');
  expect(page).toContain('<div id="root"><main>$&amp;</main></div>');
});

it('carries the styles, and leaves the start of the site to the boot script', () => {
  const page = assemblePage({
    ...parts,
    stylesheets: [{ href: '/assets/site.css', css: 'p{color:red}' }],
    modules: ['/assets/site.js', '/assets/runtime.js', '/assets/home.js'],
  });

  expect(page).toBe(`<head>
  <style>p{color:red}</style><link rel="stylesheet" href="/assets/site.css" disabled><script src="/assets/boot.js" data-entry="/assets/site.js" data-modules="/assets/runtime.js /assets/home.js"></script>
</head><body><div id="root"></div></body>`);
});

it('ends the head with what is for crawlers', () => {
  const page = assemblePage({ ...parts, headForCrawlers: '<meta name="robots" content="$&">' });

  expect(page).toContain('<meta name="robots" content="$&"></head>');
});

it('fails when the shell has lost a placeholder', () => {
  expect(() => assemblePage({ ...parts, shell: '<head></head>' })).toThrow('page-head');
});
