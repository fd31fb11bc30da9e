import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

const structureFolder = 'content/story-structures';
const structureFiles = readdirSync(structureFolder).filter((file) => file !== 'schema.json');

const published = [
  {
    address: '{site.origin}/schemas/story-structure.json',
    schemaFile: join(structureFolder, 'schema.json'),
    files: structureFiles.map((file) => join(structureFolder, file)),
  },
  {
    address: '{site.origin}/schemas/tutorial-project.json',
    schemaFile: 'content/tutorial-project.schema.json',
    files: ['content/tutorial-project.json'],
  },
];

describe.each(published)('$schemaFile', ({ address, schemaFile, files }) => {
  const schema = z.fromJSONSchema(read(schemaFile));

  test('has its address on the site as its ID', () => {
    expect(read(schemaFile).$id).toBe(address);
  });

  test.each(files)('describes %s', (file) => {
    const content = read(file);
    expect(content.$schema).toBe(address);
    expect(schema.safeParse(content).error?.issues).toBeUndefined();
    // Otherwise the schema would accept anything.
    expect(schema.safeParse({ ...content, name: '' }).success).toBe(false);
    expect(schema.safeParse({ ...content, note: 'unknown' }).success).toBe(false);
  });
});

test.each(structureFiles)('names the structure %s after its file, with beats in order', (file) => {
  const { slug, beats } = read(join(structureFolder, file));
  expect(`${slug}.json`).toBe(file);
  const positions: number[] = beats.map(({ position }: { position: number }) => position);
  expect(positions.every((position, index) => index === 0 || position > (positions[index - 1] ?? 0))).toBe(
    true,
  );
});
