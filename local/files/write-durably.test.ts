import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { removeInterruptedWrites, writeDurably } from './write-durably.ts';

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'write-durably-'));
  return () => rm(dir, { recursive: true });
});

test('writes a file, and leaves no temporary file', async () => {
  await writeDurably(join(dir, 'a.json'), 'hello');
  expect(await readFile(join(dir, 'a.json'), 'utf8')).toBe('hello');
  expect(await readdir(dir)).toEqual(['a.json']);
});

test('replaces the whole content, also a longer one', async () => {
  await writeDurably(join(dir, 'a.json'), 'a long text');
  await writeDurably(join(dir, 'a.json'), 'short');
  expect(await readFile(join(dir, 'a.json'), 'utf8')).toBe('short');
});

test('replaces a file that is read-only', async () => {
  const file = join(dir, 'a.json');
  await writeFile(file, 'old', { mode: 0o444 });
  await chmod(file, 0o444);
  await writeDurably(file, 'new');
  expect(await readFile(file, 'utf8')).toBe('new');
});

test('keeps the content of one of many simultaneous writers', async () => {
  const contents = Array.from({ length: 20 }, (_, index) => String(index).repeat(10_000));
  await Promise.all(contents.map((content) => writeDurably(join(dir, 'a.json'), content)));
  expect(contents).toContain(await readFile(join(dir, 'a.json'), 'utf8'));
  expect(await readdir(dir)).toEqual(['a.json']);
});

test('fails when the folder is missing', async () => {
  await expect(writeDurably(join(dir, 'nowhere', 'a.json'), 'x')).rejects.toThrow('ENOENT');
});

test('removes what interrupted writes left, and nothing else', async () => {
  await writeDurably(join(dir, 'a.json'), 'hello');
  await writeFile(join(dir, 'b.json.1.x.tmp'), 'hel');
  await removeInterruptedWrites(dir);
  expect(await readdir(dir)).toEqual(['a.json']);
});
