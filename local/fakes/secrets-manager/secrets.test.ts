import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openSecrets } from './secrets.ts';

let file: string;

beforeEach(async () => {
  const dir = await mkdtemp(join(tmpdir(), 'secrets-'));
  file = join(dir, 'stripe', 'secrets.json');
  return () => rm(dir, { recursive: true });
});

const open = (initial: Record<string, string>) => openSecrets(file, initial);

test('keeps a replaced value after a restart', async () => {
  const secrets = await open({ key: 'made', other: 'made' });
  await secrets.put('key', 'replaced');
  expect(secrets.values).toEqual({ key: 'replaced', other: 'made' });
  expect((await open({ key: 'made', other: 'made' })).values).toEqual({ key: 'replaced', other: 'made' });
});

test('drops a replaced value when the initial value changes', async () => {
  await (await open({ key: 'made' })).put('key', 'replaced');
  expect((await open({ key: 'of another account' })).values).toEqual({ key: 'of another account' });
});
