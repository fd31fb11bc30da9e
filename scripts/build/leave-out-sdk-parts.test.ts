import { build, type Plugin } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleOptions } from './bundle-lambdas.ts';
import { leaveOutSdkParts } from './leave-out-sdk-parts.ts';

const getItem =
  "import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'; new DynamoDBClient({}).send(new GetItemCommand({}));";
const getObject =
  "import { S3Client, GetObjectCommand } from '@aws-sdk/client-s3'; new S3Client({}).send(new GetObjectCommand({}));";

interface Bundle {
  /** The paths of its modules and the names of Node's own modules, one per line. */
  modules: string;
  code: string;
}

async function bundle(contents: string, plugins: Plugin[]): Promise<Bundle> {
  const { metafile, outputFiles } = await build({
    ...bundleOptions,
    stdin: { contents, resolveDir: '.' },
    minify: false,
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
  let complete: { dynamodb: Bundle; s3: Bundle };
  let reduced: { dynamodb: Bundle; s3: Bundle };
  const bundleBoth = async (plugins: Plugin[]) => ({
    dynamodb: await bundle(getItem, plugins),
    s3: await bundle(getObject, plugins),
  });

  beforeAll(async () => {
    complete = await bundleBoth([]);
    reduced = await bundleBoth([leaveOutSdkParts]);
  });

  it.each([
    ['event streams', /\/event-streams\//],
    ['node:zlib, which only the event streams need', /node:zlib/],
  ])('leaves out %s', (_, path) => {
    expect(complete.dynamodb.modules).toMatch(path);
    expect(reduced.dynamodb.modules).not.toMatch(path);
  });

  it('keeps the static import of event streams in the S3 client', () => {
    expect(reduced.s3.modules).toMatch(/EventStreamSerdeConfig/);
  });

  it('leaves out the schemas of operations that are not used', () => {
    expect(complete.s3.code).toContain('var DeleteBucket$ =');
    expect(reduced.s3.code).toContain('var GetObject$ =');
    expect(reduced.s3.code).not.toContain('var DeleteBucket$ =');
  });
});
