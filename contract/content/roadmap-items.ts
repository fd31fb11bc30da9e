/**
 * The ids of all items that the roadmap ever had. People have voted for them, and mailings name them, so an id never changes, and one of a
 * closed item stays here.
 */
export const roadmapItemIds = [
  'relations-with-dates',
  'story-structures-in-the-editor',
  'maps-that-change-over-time',
  'questions-for-the-calendar',
  'marketplace',
  'build-for-linux',
  'writing-with-others',
  'importing-from-other-tools',
  'printed-atlas',
] as const;

export type RoadmapItemId = (typeof roadmapItemIds)[number];

export interface ClosedItem {
  /** Such as `2026-12-31`. */
  day: string;
  /** The result for its voters, in sentences. */
  outcome: string;
}

export type ClosedItems = Partial<Record<RoadmapItemId, ClosedItem>>;

/** Items that nobody can vote for any more. All others are open. */
export const closedItems: ClosedItems = {};

export const isRoadmapItem = (id: string): id is RoadmapItemId =>
  (roadmapItemIds as readonly string[]).includes(id);
