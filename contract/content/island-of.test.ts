import { expect, it } from 'vitest';
import { islandOf } from './island-of.ts';

it('draws the same island for the same slug and a different one for another slug', () => {
  expect(islandOf('name-the-relation')).toEqual(islandOf('name-the-relation'));
  expect(islandOf('name-the-relation').coast).not.toBe(islandOf('a-map').coast);
});
