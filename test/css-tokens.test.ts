import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('finds a definition for each custom property that a stylesheet uses', () => {
  const styles = globSync('web/src/**/*.css').map((file) => readFileSync(file, 'utf8'));
  const all = (pattern: RegExp) =>
    new Set(styles.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name ?? '')));
  const used = all(/var\((--[\w-]+)/g);
  const defined = all(/(--[\w-]+)\s*:/g);
  expect(used.size).toBeGreaterThan(50);
  // A browser ignores a declaration with an unknown property.
  expect([...used].filter((name) => !defined.has(name))).toEqual([]);
});
