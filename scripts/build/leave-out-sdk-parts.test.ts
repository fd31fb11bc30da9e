import { build, type Plugin } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { bundleOptions } from './bundle-lambdas.ts';
import { leaveOutSdkParts } from './leave-out-sdk-parts.ts';

const getItem =
  "import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'; new DynamoDBClient({}).send(new GetItemCommand({}));";
const getObject =
  "import { S3Client, GetObjectCommand } from '@aws-sdk/client-s3'; new S3Client({}).send(new GetObjectCommand({}));";

/** The modules and Node's own modules in the bundle, one per line. */
async function modulesOf(contents: string, plugins: Plugin[]): Promise<string> {
  const { metafile } = await build({
    stdin: { contents, resolveDir: '.' },
    bundle: true,
    platform: 'node',
    mainFields: ['module', 'main'],
    supported: { 'dynamic-import': false },
    alias: bundleOptions.alias,
    write: false,
    metafile: true,
    plugins,
  });
  return Object.values(metafile.outputs)
    .flatMap(({ inputs, imports }) => [
      ...Object.keys(inputs).filter((path) => (inputs[path]?.bytesInOutput ?? 0) > 0),
      ...imports.map(({ path }) => path),
    ])
    .join('\n');
}

describe('leaveOutSdkParts', () => {
  it.each([
    ['event streams', /\/event-streams\//],
    ['what only other exports of its modules need', /node:zlib/],
    ['the reader of configuration files', /node:fs\/promises/],
    ['the cache of endpoints', /mnemonist/],
  ])('leaves out %s', async (_, path) => {
    expect(await modulesOf(getItem, [])).toMatch(path);
    expect(await modulesOf(getItem, [leaveOutSdkParts])).not.toMatch(path);
  });

  it('keeps the settings for event streams in the client of S3, which imports them', async () => {
    expect(await modulesOf(getObject, [leaveOutSdkParts])).toMatch(/EventStreamSerdeConfig/);
  });
});
