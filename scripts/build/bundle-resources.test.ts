import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resourceFilePattern, resourceFiles } from '../../contract/rules/resource-files.ts';
import { publicOrigin } from '../../lib/stages.ts';
import { bundleResources } from './bundle-resources.ts';

let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'resources-'));
  await bundleResources(dir);
});

afterAll(() => rm(dir, { recursive: true }));

test('puts all structures into the ZIP unchanged', async () => {
  const files = unzipSync(await readFile(join(dir, resourceFiles.allStructures)));
  expect(Object.keys(files).length).toBeGreaterThanOrEqual(30);
  for (const [name, content] of Object.entries(files)) {
    expect(name).toMatch(resourceFilePattern);
    expect(strFromU8(content)).toBe(await readFile(join(dir, name), 'utf8'));
    expect(JSON.parse(strFromU8(content)).$schema).toBe(`${publicOrigin}/schemas/story-structure.json`);
    expect(JSON.parse(strFromU8(content)).beats.length).toBeGreaterThan(1);
  }
});

test('creates the same bytes from the same content, so that a deployment uploads only changes', async () => {
  const before = await readFile(join(dir, resourceFiles.allStructures));
  await bundleResources(dir);
  expect((await readFile(join(dir, resourceFiles.allStructures))).equals(before)).toBe(true);
});
