import { expect, it } from 'vitest';
import { stylesheetsOfModule } from './stylesheets-of-module.ts';

const manifest = {
  'src/routes/pricing.tsx': {
    file: 'assets/pricing.js',
    imports: ['_site.js', '_card.js'],
    dynamicImports: ['src/panel.tsx'],
    css: ['assets/pricing.css'],
  },
  '_site.js': { file: 'assets/site.js', css: ['assets/site.css'] },
  '_card.js': {
    file: 'assets/card.js',
    imports: ['_site.js', 'src/routes/pricing.tsx'],
    css: ['assets/card.css'],
  },
  'src/panel.tsx': { file: 'assets/panel.js', css: ['assets/panel.css'] },
};

it('lists the styles of all static imports before its own, each once', () => {
  expect(stylesheetsOfModule(manifest, 'src/routes/pricing.tsx')).toEqual([
    '/assets/site.css',
    '/assets/card.css',
    '/assets/pricing.css',
  ]);
});

it('fails for a module that the build does not know', () => {
  expect(() => stylesheetsOfModule(manifest, 'src/routes/gone.tsx')).toThrow('src/routes/gone.tsx');
});
