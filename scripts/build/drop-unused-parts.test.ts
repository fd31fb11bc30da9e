import { build, type Plugin } from 'vite';
import { describe, expect, it } from 'vitest';
import { dropUnusedRouterParts, dropUnusedThemeParts } from './drop-unused-parts.ts';

/** Builds a program whose only package is one file, and returns its code. */
async function codeOf(plugin: Plugin, file: string, code: string): Promise<string> {
  const files: Record<string, string> = {
    '/entry.js': `import * as all from '${file}'; console.log(all.components)`,
    [file]: code,
  };
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      plugin,
      { name: 'names', enforce: 'pre', resolveId: (id) => (id in files ? id : undefined) },
      { name: 'files', load: (id) => files[id] },
    ],
    build: { write: false, rolldownOptions: { input: '/entry.js' } },
  });
  return [result]
    .flat()
    .flatMap((built) => ('output' in built ? built.output : []))
    .map((chunk) => ('code' in chunk ? chunk.code : ''))
    .join('');
}

describe('dropUnusedRouterParts', () => {
  const chunk = '/node_modules/react-router/dist/production/chunk-A.mjs';
  const named = 'Unused.displayName = "Unused";';
  const component = 'var Unused = React2.memo(() => "unused");';
  const warning =
    'function warning() { console.warn("told"); }\n  warning(\n    false,\n    "Take care."\n  );';
  const react = 'const React2 = { memo: globalThis.memo };\nexport const components = 1;';

  it('drops a component that nothing uses, and warnings for developers', async () => {
    const code = await codeOf(dropUnusedRouterParts(), chunk, [react, component, warning, named].join('\n'));
    expect(code).not.toMatch(/nused|Take care/);
  });

  it.each([
    ['names of components', [react, component, warning]],
    ['components', [react, 'const Unused = { };', warning, named]],
    ['warnings', [react, component, named]],
  ])('fails the build when React Router has no %s to drop', async (what, lines) => {
    await expect(codeOf(dropUnusedRouterParts(), chunk, lines.join('\n'))).rejects.toThrow(
      new RegExp(`contain no ${what} in the known form\\. Adapt scripts/build/drop-unused-parts\\.ts`),
    );
  });

  it('fails the build when the chunks of React Router have other names', async () => {
    const renamed = '/node_modules/react-router/dist/production/part-A.mjs';
    await expect(
      codeOf(dropUnusedRouterParts(), renamed, [react, component, warning, named].join('\n')),
    ).rejects.toThrow('The build of React Router has changed');
  });
});

describe('dropUnusedThemeParts', () => {
  const tokens = '/node_modules/@aws-amplify/ui/dist/esm/theme/tokens/components/index.mjs';
  const code = 'export const components = { button: "token" };';

  it('drops the tokens of components', async () => {
    expect(await codeOf(dropUnusedThemeParts(), tokens, code)).not.toContain('token');
  });

  it('fails the build when Amplify UI keeps its tokens elsewhere', async () => {
    await expect(codeOf(dropUnusedThemeParts(), tokens.replace('components', 'parts'), code)).rejects.toThrow(
      /moved its tokens.*Adapt scripts\/build\/drop-unused-parts\.ts/,
    );
  });
});
