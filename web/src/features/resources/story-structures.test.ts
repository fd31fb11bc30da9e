import { expect, it } from 'vitest';
import { searchStructures, storyStructures } from './story-structures.ts';

const search = (query: string) => searchStructures(storyStructures, query).map(({ slug }) => slug);

it('has thirty structures, and no schema among them', () => {
  expect(storyStructures).toHaveLength(30);
  expect(storyStructures.every(({ beats }) => beats.length >= 4)).toBe(true);
});

it('finds names without their accents, and beats', () => {
  expect(search('Kishotenketsu')).toContain('kishotenketsu');
  expect(search('gathering the crew')).toEqual(['heist']);
});

it('asks for every word', () => {
  expect(search('heist dragonfly')).toEqual([]);
  expect(search('  ')).toHaveLength(30);
});
