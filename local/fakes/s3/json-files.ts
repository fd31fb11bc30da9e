import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Durable across `kill -9`, but not across a power cut, which would cost an fsync per object. */
export async function writeJson(file: string, value: unknown): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(value));
  await rename(draft, file);
}

export async function readJson<Value>(file: string): Promise<Value> {
  return JSON.parse(await readFile(file, 'utf8')) as Value;
}

export async function listJson(folder: string): Promise<string[]> {
  return (await readdir(folder))
    .filter((name) => name.endsWith('.json'))
    .map((name) => path.join(folder, name));
}
