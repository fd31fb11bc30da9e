import { expect, it } from 'vitest';
import { chunksOfModules } from './chunks-of-modules.ts';

const manifest = {
  'index.html': { file: 'assets/site.js', css: ['assets/site.css'] },
  'src/routes/pricing.tsx': {
    file: 'assets/pricing.js',
    imports: ['index.html', '_card.js'],
    dynamicImports: ['src/panel.tsx'],
    css: ['assets/pricing.css'],
  },
  '_card.js': {
    file: 'assets/card.js',
    imports: ['index.html', 'src/routes/pricing.tsx'],
    css: ['assets/card.css'],
  },
  'src/panel.tsx': { file: 'assets/panel.js', css: ['assets/panel.css'] },
};

it('lists the files of all static imports before the module’s own, each once', () => {
  expect(chunksOfModules(manifest, ['index.html', 'src/routes/pricing.tsx'])).toEqual({
    scripts: ['/assets/site.js', '/assets/card.js', '/assets/pricing.js'],
    stylesheets: ['/assets/site.css', '/assets/card.css', '/assets/pricing.css'],
  });
});

it('fails for a module that is not in the build', () => {
  expect(() => chunksOfModules(manifest, ['src/routes/gone.tsx'])).toThrow('src/routes/gone.tsx');
});
