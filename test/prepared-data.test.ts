import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { copyPreparedData } from './prepared-data.ts';

let folder: string;
let inputFolder: string;
let preparations: number;

async function newFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'prepared-data-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  return dir;
}

beforeEach(async () => {
  [folder, inputFolder] = [await newFolder(), await newFolder()];
  preparations = 0;
});

const changeInput = () => writeFile(join(inputFolder, 'input'), 'changed');

async function prepare(dir: string): Promise<void> {
  preparations++;
  await writeFile(join(dir, 'data'), `${preparations}`);
}

async function copy(how = prepare): Promise<string> {
  const dir = await newFolder();
  await copyPreparedData(dir, how, { folder, inputs: [[inputFolder, () => true]] });
  return readFileSync(join(dir, 'data'), 'utf8');
}

test('prepares the data once', async () => {
  expect([await copy(), await copy()]).toEqual(['1', '1']);
});

test('prepares the data again when an input has changed', async () => {
  await copy();
  await changeInput();
  expect(await copy()).toBe('2');
});

test('prepares the data again when an input changes during the preparation', async () => {
  const prepareDuringChange = async (dir: string) => {
    await prepare(dir);
    await changeInput();
  };
  expect(await copy(prepareDuringChange)).toBe('2');
  expect(await readdir(folder)).toHaveLength(1);
});

test('keeps nothing when the preparation fails', async () => {
  const fail = () => Promise.reject(new Error('The cloud did not start.'));
  await expect(copy(fail)).rejects.toThrow('The cloud did not start.');
  expect(await readdir(folder)).toEqual([]);
});

test('prepares the data once for two copies at the same time', async () => {
  const [one, other] = await Promise.all([copy(), copy()]);
  expect([one, other]).toEqual(['1', '1']);
  expect(await readdir(folder)).toHaveLength(1);
});
