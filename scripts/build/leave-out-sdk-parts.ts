import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/** Leaves out parts of the SDK that no function uses, and that would load at each cold start. */
export const leaveOutSdkParts: Plugin = {
  name: 'leave-out-sdk-parts',
  setup({ onResolve, onLoad }) {
    // None of our operations has an event stream. @smithy/core loads this module with `import()`, so esbuild would keep
    // every export of it and of the modules that it imports, two thirds of @smithy/core, and wrap each of them in a
    // function. The S3 client also imports it statically; that import stays.
    onResolve({ filter: /^@smithy\/core\/event-streams$/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, namespace: 'left-out' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'left-out' }, ({ path }) => ({
      contents: `throw new Error('${path} is not part of this bundle; see leave-out-sdk-parts.ts.');`,
    }));

    onLoad({ filter: /[\\/]dist-es[\\/]schemas[\\/]schemas_\d+\.js$/ }, async ({ path }) => ({
      contents: inlineKeys(await readFile(path, 'utf8')),
    }));
  },
};

/**
 * Turns `const _h = "http"; … { [_h]: … }` into `{ "http": … }`. A computed key may call `toString`, which counts as a
 * side effect, so esbuild would keep the schemas of all operations of a client.
 */
function inlineKeys(schemas: string): string {
  const constants = schemas.matchAll(/^const (\w+) = (".*");$/gm);
  const values = new Map([...constants].map(([, name, value]) => [name, value]));
  return schemas.replace(/\[(\w+)\]:/g, (key, name) => (values.has(name) ? `${values.get(name)}:` : key));
}
