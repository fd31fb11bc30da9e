import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { licenseClaims } from '../contract/records/license-file.ts';

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

describe('content/license.schema.json', () => {
  const { $id, title, description, properties, ...rules } = read('content/license.schema.json');

  test('has its address on the site as its ID', () => {
    expect($id).toBe('{site.origin}/schemas/license.json');
  });

  test('describes itself and every claim', () => {
    for (const text of [title, description]) expect(text).toMatch(/\w/);
    for (const claim of Object.values<{ description?: string }>(properties))
      expect(claim.description).toMatch(/^[A-Z].*\.$/);
  });

  test('has the rules of the contract', () => {
    const rulesOf = (claims: object) =>
      Object.entries(claims).map(([name, { description: _, ...claim }]) => [name, claim]);
    const { properties: claims = {}, ...contract } = z.toJSONSchema(licenseClaims);
    expect(rules).toEqual(contract);
    expect(rulesOf(properties)).toEqual(rulesOf(claims));
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
