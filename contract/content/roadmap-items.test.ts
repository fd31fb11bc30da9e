import { describe, expect, it } from 'vitest';
import { roadmap } from '../../content/roadmap.ts';
import { isDay } from '../rules/day.ts';
import { closedItems, isRoadmapItem, roadmapItemIds } from './roadmap-items.ts';

describe('the items of the roadmap', () => {
  it('keep every id that people have voted for: add to this list, and change nothing in it', () => {
    expect(roadmapItemIds).toEqual([
      'relations-with-dates',
      'story-structures-in-the-editor',
      'maps-that-change-over-time',
      'questions-for-the-calendar',
      'marketplace',
      'build-for-linux',
      'writing-with-others',
      'importing-from-other-tools',
      'printed-atlas',
    ]);
  });

  it('are each on the page once, as long as people can vote for them', () => {
    const shown = roadmap.map(({ id }) => id);
    expect(new Set(shown).size).toBe(shown.length);
    for (const id of roadmapItemIds) if (!closedItems[id]) expect(shown).toContain(id);
  });

  it('are closed on a day, with what became of them', () => {
    for (const { day, outcome } of Object.values(closedItems)) {
      expect(isDay(day)).toBe(true);
      expect(outcome).toMatch(/\.$/);
    }
  });

  it('have ids that fit into an address and the name of a mailing', () => {
    for (const id of roadmapItemIds) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect([isRoadmapItem('marketplace'), isRoadmapItem('atlantis')]).toEqual([true, false]);
  });
});
