import type { SweepProgress } from './sweep-progress.ts';

interface Walk<Item> {
  page: (after: SweepProgress['after']) => Promise<{ items: Item[]; next: SweepProgress['after'] }>;
  keyOf: (item: Item) => Record<string, string>;
  look: (item: Item) => Promise<void>;
  /** Saves the key of the last item that was processed. */
  keep: (after: SweepProgress['after']) => Promise<void>;
  /** Asked before each item. */
  hasTime: () => boolean;
  failed: (error: unknown) => void;
}

/** This many failures in a row mean that a service is down. */
const maxFailuresInARow = 5;

/**
 * Processes each item of a table, page by page, and saves the cursor after each page. A failure is reported, and the next item follows.
 * @returns false when there was no time for all of it
 * @throws Error when several items fail in a row; the next walk starts with their page
 */
export async function walkPages<Item>(
  start: SweepProgress['after'],
  { page, keyOf, look, keep, hasTime, failed }: Walk<Item>,
): Promise<boolean> {
  let after = start;
  let failuresInARow = 0;
  async function tryToLook(item: Item): Promise<void> {
    try {
      await look(item);
      failuresInARow = 0;
    } catch (error) {
      failuresInARow += 1;
      if (failuresInARow === maxFailuresInARow) throw error;
      failed(error);
    }
  }
  for (;;) {
    const { items, next } = await page(after);
    for (const item of items) {
      if (!hasTime()) {
        await keep(after);
        return false;
      }
      await tryToLook(item);
      after = keyOf(item);
    }
    if (!next) return true;
    after = next;
    await keep(after);
  }
}
