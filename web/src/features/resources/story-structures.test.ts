import { expect, it } from 'vitest';
import { searchStructures, storyStructures, structureKinds } from './story-structures.ts';

const search = (query: string) => searchStructures(storyStructures, query).map(({ slug }) => slug);

it('has thirty structures, without the schema', () => {
  expect(storyStructures).toHaveLength(30);
  expect(storyStructures.every(({ beats }) => beats.length >= 4)).toBe(true);
});

it('finds names without their accents, and beats', () => {
  expect(search('Kishotenketsu')).toContain('kishotenketsu');
  expect(search('gathering the crew')).toEqual(['heist']);
});

it('requires every word', () => {
  expect(search('heist dragonfly')).toEqual([]);
  expect(search('  ')).toHaveLength(30);
});

it('filters by kind: each has some, and together they are all', () => {
  const counts = structureKinds.map((kind) => searchStructures(storyStructures, '', kind).length);
  expect(Math.min(...counts)).toBeGreaterThan(1);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(30);
  expect(searchStructures(storyStructures, 'heist', 'telling')).toEqual([]);
});
