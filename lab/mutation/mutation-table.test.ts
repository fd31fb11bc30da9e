import { describe, expect, it } from 'vitest';
import { readRows, renderRows } from './mutation-table.ts';

const users = {
  folder: 'lambdas/domain/users',
  killed: 9,
  timedOut: 2,
  survived: 0,
  explained: 1,
  ignored: 4,
};
const orders = {
  folder: 'lambdas/domain/orders',
  killed: 6,
  timedOut: 0,
  survived: 3,
  explained: 1,
  ignored: 2,
};

describe('renderRows', () => {
  it('sorts the folders, and computes the shares of killed changes', () => {
    expect(renderRows([users, orders])).toBe(`\
| folder | killed | of these, timed out | survived | survived, explained | ignored | killed, in percent |
|---|---|---|---|---|---|---|
| lambdas/domain/orders | 6 | 0 | 3 | 1 | 2 | 60.0 % |
| lambdas/domain/users | 9 | 2 | 0 | 1 | 4 | 90.0 % |

Together: 75.0 % killed.`);
  });
});

describe('readRows', () => {
  it('reads what renderRows wrote', () => {
    expect(readRows(renderRows([orders, users]))).toEqual([orders, users]);
  });

  it('finds no rows in another text', () => {
    expect(readRows('Not measured yet.')).toEqual([]);
  });
});
