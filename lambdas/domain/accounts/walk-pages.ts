import type { SweepPosition } from './sweep-progress.ts';

type Key = SweepPosition['after'];

interface Walk<Item> {
  page: (after: Key) => Promise<{ items: Item[]; next: Key }>;
  keyOf: (item: Item) => Record<string, string>;
  look: (item: Item) => Promise<void>;
  /** Saves where the next walk starts. */
  keep: (position: SweepPosition) => Promise<void>;
  /** Called before each item. */
  hasTime: () => boolean;
  failed: (error: unknown) => void;
}

/** This many failures in a row mean that a service is down. */
const maxFailuresInARow = 5;

/**
 * Processes each item of a table, page by page, and saves the position after each page. A failure is reported, and the next item follows.
 * When several items in a row fail, the next walk retries them once and then skips them, because the items must be broken rather than a
 * service.
 * @returns false when time ran out before the last item
 * @throws Error when several items fail in a row
 */
export async function walkPages<Item>(
  start: SweepPosition,
  { page, keyOf, look, keep, hasTime, failed }: Walk<Item>,
): Promise<boolean> {
  let { after } = start;
  let beforeFailures = after;
  let failuresInARow = start.hasFailed ? -maxFailuresInARow : 0;
  async function tryToLook(item: Item): Promise<void> {
    try {
      await look(item);
      failuresInARow = 0;
    } catch (error) {
      failuresInARow += 1;
      if (failuresInARow === maxFailuresInARow) {
        await keep({ after: beforeFailures, hasFailed: true });
        throw error;
      }
      failed(error);
    }
    after = keyOf(item);
    if (failuresInARow <= 0) beforeFailures = after;
  }
  for (;;) {
    const { items, next } = await page(after);
    for (const item of items) {
      if (!hasTime()) {
        await keep({ after });
        return false;
      }
      await tryToLook(item);
    }
    if (!next) return true;
    after = next;
    await keep({ after });
  }
}
