import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TableDescription } from '../../../local/fakes/dynamodb/start-dynamodb.ts';
import { installationFolder } from '../install.ts';

export interface RecordedRequest {
  operation: string;
  request: Record<string, unknown>;
}

/** The requests of one test file, in order. */
export interface Recording {
  tables: TableDescription[];
  requests: RecordedRequest[];
}

const folder = join(installationFolder, 'recorded-requests');
/** The tests of stores, and random sequences of payments with a fixed seed. */
const tests = [
  'lambdas/domain',
  'lambdas/platform/query-page',
  'test/payments',
  'test/account-deletion',
  'scripts/commands/restore',
];
const fixed = { PAYMENT_SEED: '1', PAYMENT_SEQUENCES: '20' };

/** Runs the tests that use the local DynamoDB. @throws Error when a test fails */
export function recordTests(): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { status } = spawnSync(
    'node_modules/.bin/vitest',
    ['run', '--project=unit', '--project=unit-reset', '--reporter=dot', '--silent=true', ...tests],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...fixed, RECORDED_REQUESTS: folder },
    },
  );
  if (status !== 0) throw new Error('The tests that send the requests fail. Run "npm test" to see why.');
}

/** Sorted, because files of tests run in any order. */
export function readRecordings(): Recording[] {
  return readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
    .sort()
    .map((text) => text.split('\n').map((line) => JSON.parse(line)))
    .map(([tables, ...requests]) => ({ tables, requests }));
}

/** The operation with its table and expressions: what the code of a store decides. */
export function shapeOf({ operation, request }: RecordedRequest): string {
  const parts = Array.isArray(request.TransactItems)
    ? request.TransactItems.flatMap((item) => Object.entries(item as Record<string, object>))
    : [[operation, request] as const];
  const shapes = parts.map(([kind, parameters]) => {
    const texts = Object.entries(parameters as Record<string, unknown>).flatMap(([name, value]) =>
      typeof value === 'string' && /^(TableName|IndexName|.*Expression)$/.test(name) ? [value] : [],
    );
    return [kind, ...texts].join(' | ');
  });
  return [...(request.TransactItems ? [operation] : []), ...new Set(shapes)].join('\n');
}
