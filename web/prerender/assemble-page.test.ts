import { expect, it } from 'vitest';
import { assemblePage } from './assemble-page.ts';

const shell =
  '<head><!--page-head--><link rel="stylesheet" href="/assets/site.css"></head><body><div id="root"><!--page-body--></div></body>';

it('moves what React hoists into the head, the rest into the root, and links missing stylesheets once', () => {
  const page = assemblePage({
    shell,
    rendered: '<title>Price: $&amp;</title><meta name="description" content="$1"/><main>$&amp;</main>',
    stylesheets: ['/assets/site.css', '/assets/pricing.css'],
  });

  expect(page).toBe(
    '<head><title>Price: $&amp;</title><meta name="description" content="$1"/><link rel="stylesheet" href="/assets/site.css">' +
      '<link rel="stylesheet" crossorigin href="/assets/pricing.css"></head>' +
      '<body><div id="root"><main>$&amp;</main></div></body>',
  );
});

it('fails when the shell has lost a placeholder', () => {
  expect(() => assemblePage({ shell: '<head></head>', rendered: '', stylesheets: [] })).toThrow('page-head');
});
