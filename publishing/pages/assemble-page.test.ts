import { expect, it } from 'vitest';
import { assemblePage } from './assemble-page.ts';

const shell = `<head>
  <!--page-head-->
  <script type="module" crossorigin src="/assets/site.js"></script>
  <link rel="modulepreload" crossorigin href="/assets/runtime.js">
  <link rel="stylesheet" crossorigin href="/assets/site.css">
</head><body><div id="root"><!--page-body--></div></body>`;

const template = { shell, stylesheets: [], boot: '/assets/boot.js', modules: [] };
const content = { rendered: '', headForCrawlers: '' };

it('moves hoisted tags into the head and the rest into the root', () => {
  const page = assemblePage(template, {
    ...content,
    rendered: '<title>Price: $&amp;</title><meta name="description" content="$1"/><main>$&amp;</main>',
  });

  expect(page).toContain('<title>Price: $&amp;</title><meta name="description" content="$1"/><script');
  expect(page).toContain('<div id="root"><main>$&amp;</main></div>');
});

it('contains the styles, and starts the site with the boot script', () => {
  const page = assemblePage(
    {
      ...template,
      stylesheets: [{ href: '/assets/site.css', css: 'p{color:red}' }],
      modules: ['/assets/site.js', '/assets/runtime.js', '/assets/home.js'],
    },
    content,
  );

  expect(page).toBe(
    `<head><style data-file="/assets/site.css">p{color:red}</style><script src="/assets/boot.js" data-entry="/assets/site.js" data-modules="/assets/runtime.js /assets/home.js"></script></head><body><div id="root"></div></body>`,
  );
});

it('ends the head with the tags for crawlers', () => {
  const page = assemblePage(template, { ...content, headForCrawlers: '<meta name="robots" content="$&">' });

  expect(page).toContain('<meta name="robots" content="$&"></head>');
});

it('ends the body with the data of the page', () => {
  const pageData = '<script type="application/json" id="page-data">{"a":"$&"}</script>';
  expect(assemblePage(template, { ...content, pageData })).toContain(`</div>${pageData}</body>`);
});

it('fails when the shell has no placeholder', () => {
  expect(() => assemblePage({ ...template, shell: '<head></head>' }, content)).toThrow('page-head');
});
