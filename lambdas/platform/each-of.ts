/**
 * Does something to each, a few at a time, and answers what came of it, in the same order. When one fails no other is begun, and it
 * fails only once those under way have ended: nothing may go on behind the back of whoever tries again.
 */
export async function eachOf<Item, Result>(
  items: Item[],
  atATime: number,
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const failures: unknown[] = [];
  const remaining = items.entries();
  const takeTurns = async () => {
    for (const [index, item] of remaining) {
      try {
        results[index] = await act(item);
      } catch (error) {
        failures.push(error);
      }
      if (failures.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(atATime, items.length) }, takeTurns));
  if (failures.length > 0) throw failures[0];
  return results;
}
