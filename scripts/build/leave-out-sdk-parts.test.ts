import { build, type Plugin } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { bundleOptions } from './bundle-lambdas.ts';
import { leaveOutSdkParts } from './leave-out-sdk-parts.ts';

const getItem =
  "import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'; new DynamoDBClient({}).send(new GetItemCommand({}));";
const getObject =
  "import { S3Client, GetObjectCommand } from '@aws-sdk/client-s3'; new S3Client({}).send(new GetObjectCommand({}));";

/** The bundle, and the paths of its modules and of Node's own modules, one per line. */
async function bundle(contents: string, plugins: Plugin[]): Promise<{ modules: string; code: string }> {
  const { metafile, outputFiles } = await build({
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
  const modules = Object.values(metafile.outputs)
    .flatMap(({ inputs, imports }) => [
      ...Object.keys(inputs).filter((path) => (inputs[path]?.bytesInOutput ?? 0) > 0),
      ...imports.map(({ path }) => path),
    ])
    .join('\n');
  return { modules, code: outputFiles.map(({ text }) => text).join('') };
}

describe('leaveOutSdkParts', () => {
  it.each([
    ['event streams', /\/event-streams\//],
    ['what only other exports of its modules need', /node:zlib/],
    ['the reader of configuration files', /node:fs\/promises/],
    ['the cache of endpoints', /mnemonist/],
  ])('leaves out %s', async (_, path) => {
    expect((await bundle(getItem, [])).modules).toMatch(path);
    expect((await bundle(getItem, [leaveOutSdkParts])).modules).not.toMatch(path);
  });

  it('keeps the settings for event streams in the client of S3, which imports them', async () => {
    expect((await bundle(getObject, [leaveOutSdkParts])).modules).toMatch(/EventStreamSerdeConfig/);
  });

  it('leaves out the schemas of operations that are not used', async () => {
    expect((await bundle(getObject, [])).code).toContain('var DeleteBucket$ =');
    const { code } = await bundle(getObject, [leaveOutSdkParts]);
    expect(code).toContain('var GetObject$ =');
    expect(code).not.toContain('var DeleteBucket$ =');
  });
});
