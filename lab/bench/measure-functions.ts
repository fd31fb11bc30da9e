import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, build } from 'esbuild';
import { services } from '../../contract/operations/services.ts';
import { readStack } from '../../local/read-stack.ts';
import { median } from './median.ts';

const rounds = 15;

const dynamodbAlone =
  "import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'; const client = new DynamoDBClient({}); export const handler = (input) => client.send(new GetItemCommand(input));";

/** The first two rows, with which the table compares each function. esbuild bundles them, so that a better bundler does not change them. */
const baselines = [
  { name: 'an empty module', contents: 'export const handler = async () => {};' },
  { name: 'client-dynamodb alone', contents: dynamodbAlone },
];

const esbuildOptions = {
  bundle: true,
  minify: true,
  platform: 'node',
  format: 'cjs',
  target: 'node24',
  mainFields: ['module', 'main'],
  supported: { 'dynamic-import': false },
  alias: { '@aws-sdk/credential-provider-node': resolve('lambdas/platform/environment-credentials.ts') },
} satisfies BuildOptions;

/** The largest import time of a service as a multiple of the second baseline. People wait for all but the webhook. */
const budgetOf = (name: string): string => {
  if (name === 'desk') return '2.00 ×';
  return name in services && name !== 'stripeWebhook' ? '1.40 ×' : '';
};

interface Candidate {
  name: string;
  files: string[];
  environment: Record<string, string>;
  times: number[];
  /** The files that the last import loaded. */
  loaded: string[];
}

/**
 * Imports each bundle in a new process, all of them once per round, so that a busy moment affects
 * them equally.
 */
export async function measureFunctions(
  onRound: (round: number, rounds: number) => void,
): Promise<string[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'lorewright-bench-'));
  try {
    const candidates = [...(await buildBaselines(folder)), ...(await readFunctions())];
    for (let round = 1; round <= rounds; round++) {
      onRound(round, rounds);
      for (const candidate of candidates) measureImport(candidate);
    }
    const [empty, dynamodb] = candidates.map(({ times }) => median(times));
    const ratios = (time: number) => [
      `${(time / (empty ?? 1)).toFixed(1)} ×`,
      `${(time / (dynamodb ?? 1)).toFixed(2)} ×`,
    ];
    const rows = candidates.map(async ({ name, loaded, times }) => {
      const bundle = Buffer.concat(await Promise.all(loaded.map((file) => readFile(file))));
      const sizes = [kilobytes(bundle.length), kilobytes(gzipSync(bundle).length)];
      return [name, ...sizes, ...ratios(median(times)), budgetOf(name)];
    });
    return [['', 'KB', 'KB gzip', 'empty', 'client-dynamodb', 'budget'], ...(await Promise.all(rows))];
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function buildBaselines(folder: string): Promise<Candidate[]> {
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'commonjs' }));
  return Promise.all(
    baselines.map(async ({ name, contents }, index) => {
      const file = join(folder, `${index}.js`);
      await build({ ...esbuildOptions, stdin: { contents, resolveDir: '.' }, outfile: file });
      return { name, files: [file], environment: { AWS_REGION: 'us-east-1' }, times: [], loaded: [] };
    }),
  );
}

async function readFunctions(): Promise<Candidate[]> {
  const { functions, region } = await readStack();
  return functions.map(({ name, bundleFolder, environment }) => ({
    name,
    // The desk loads the rest of its code with the first request, mostly the one for Today.
    files: (name === 'desk' ? ['index.js', 'team.js'] : ['index.js']).map((file) => join(bundleFolder, file)),
    environment: { ...environment, AWS_REGION: region },
    times: [],
    loaded: [],
  }));
}

function measureImport(candidate: Candidate): void {
  const { files, environment } = candidate;
  const script = `const start = performance.now();
    for (const file of ${JSON.stringify(files)}) require(file);
    console.log(JSON.stringify({ time: performance.now() - start, loaded: Object.keys(require.cache) }));`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['-e', script], {
    env: environment,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  const { time, loaded } = JSON.parse(stdout) as { time: number; loaded: string[] };
  candidate.times.push(time);
  candidate.loaded = loaded;
}

const kilobytes = (bytes: number) => (bytes / 1024).toFixed(0);
