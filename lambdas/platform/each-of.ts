/**
 * Runs `act` for each item, a few at a time, and returns the results in the same order. After a failure it starts no other item, and it
 * throws only when those under way have ended, so that nothing continues while the caller retries.
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
