import { expect, test } from 'vitest';
import { eachOf } from './each-of.ts';

test('returns results in order, whichever ends first', async () => {
  const turns = async (count: number) => {
    for (let turn = 0; turn < count; turn++) await Promise.resolve();
    return count;
  };
  expect(await eachOf([5, 1, 3], 2, turns)).toEqual([5, 1, 3]);
  expect(await eachOf([], 2, turns)).toEqual([]);
});

test('runs at most the allowed number at a time', async () => {
  let running = 0;
  const counts: number[] = [];
  await eachOf([1, 2, 3, 4, 5], 2, async () => {
    counts.push(++running);
    await Promise.resolve();
    running -= 1;
  });
  expect(Math.max(...counts)).toBe(2);
  expect(counts).toHaveLength(5);
});

test('throws the failure of one item after those under way have ended, and starts no other', async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const act = async (item: number) => {
    begun.push(item);
    if (item === 1) throw new Error('away');
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    ended.push(item);
  };
  await expect(eachOf([1, 2, 3, 4], 2, act)).rejects.toThrow('away');
  expect(begun).toEqual([1, 2]);
  expect(ended).toEqual([2]);
});
