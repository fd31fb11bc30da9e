import { readFile } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * Drops the constants of `contract/` and of `lambdas/platform/config.ts` that a function does not use. esbuild keeps a
 * constant whose value is a call, because the call might have side effects; in these files it has none. Most of the
 * constants are schemas, which take time at a cold start.
 */
export const dropUnusedConstants: Plugin = {
  name: 'drop-unused-constants',
  async setup({ onLoad }) {
    // Loading Vite takes half a second.
    const { parseAst } = await import('vite');
    const contract = resolve('contract') + sep;
    const config = resolve('lambdas/platform/config.ts');
    onLoad({ filter: /[\\/](contract[\\/].*|config)\.ts$/ }, async ({ path }) =>
      path.startsWith(contract) || path === config
        ? { contents: markConstants(await readFile(path, 'utf8'), parseAst), loader: 'ts' }
        : undefined,
    );
  },
};

type ParseAst = typeof import('vite').parseAst;

/** Turns `const a = b();` into `const a = /* @__PURE__ *\/ (() => b())();`. */
function markConstants(text: string, parseAst: ParseAst): string {
  const values = parseAst(text, { lang: 'ts' })
    .body.map((statement) =>
      statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement,
    )
    .flatMap((statement) => (statement?.type === 'VariableDeclaration' ? statement.declarations : []))
    .flatMap(({ init }) => (init && init.type !== 'ArrowFunctionExpression' ? [init] : []))
    .filter(({ start, end }) => text.slice(start, end).includes('('));
  // From the end, so that the positions of the others remain valid.
  return values.toReversed().reduce((marked, { start, end }) => {
    const value = marked.slice(start, end);
    return `${marked.slice(0, start)}/* @__PURE__ */ (() => (${value}))()${marked.slice(end)}`;
  }, text);
}
