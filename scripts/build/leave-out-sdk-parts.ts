import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/** Leaves out parts of the SDK that load at each cold start and that no function uses. */
export const leaveOutSdkParts: Plugin = {
  name: 'leave-out-sdk-parts',
  setup({ onResolve, onLoad }) {
    // None of our operations has an event stream. The SDK imports this with `import()`, which a bundle turns into
    // `require`: esbuild would keep every export of all modules behind it, nearly all of the SDK's core, and wrap
    // each module in a function. S3 also imports the settings for event streams, with a statement.
    onResolve({ filter: /^@smithy\/core\/event-streams$/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, namespace: 'left-out' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'left-out' }, ({ path }) => ({
      contents: `throw new Error('${path} is not part of this bundle; see leave-out-sdk-parts.ts.');`,
    }));

    // Lambda has neither ~/.aws/config nor ~/.aws/credentials, for which every client would look.
    onLoad({ filter: /[\\/]shared-ini-file-loader[\\/]readFile\.js$/ }, () => ({
      contents:
        "export const filePromises = {}; export const fileIntercept = {}; export const readFile = async () => '';",
    }));

    // DynamoDB's client makes this cache, but only asks for endpoints if `endpointDiscoveryEnabled` is set.
    onResolve({ filter: /^@aws-sdk\/endpoint-cache$/ }, ({ path }) => ({
      path,
      namespace: 'endpoint-cache',
    }));
    onLoad({ filter: /.*/, namespace: 'endpoint-cache' }, () => ({
      contents: 'export class EndpointCache {}',
    }));

    onLoad({ filter: /[\\/]dist-es[\\/]schemas[\\/]schemas_\d+\.js$/ }, async ({ path }) => ({
      contents: withPlainKeys(await readFile(path, 'utf8')),
    }));
  },
};

/**
 * Turns `const _h = "http"; … { [_h]: … }` into `{ "http": … }`. To find out a computed key, `toString` might run, so
 * esbuild keeps the schemas of all operations of a client.
 */
function withPlainKeys(schemas: string): string {
  const constants = schemas.matchAll(/^const (\w+) = (".*");$/gm);
  const values = new Map([...constants].map(([, name, value]) => [name, value]));
  return schemas.replace(/\[(\w+)\]:/g, (key, name) => (values.has(name) ? `${values.get(name)}:` : key));
}
