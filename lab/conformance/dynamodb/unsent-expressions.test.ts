import { describe, expect, it } from 'vitest';
import { unsentExpressions, wronglyListedExpressions } from './unsent-expressions.ts';

describe('wronglyListedExpressions', () => {
  it('finds each computed expression in the list, and none that is gone', () => {
    expect(wronglyListedExpressions()).toEqual({ missing: [], outdated: [] });
  });
});

describe('unsentExpressions', () => {
  const place = 'lambdas/domain/articles/article-store.ts: UpdateExpression: REMOVE refusal';

  it('contains a computed expression that no request has', () => {
    expect(unsentExpressions([])).toContain(place);
  });

  it('does not contain one that a part of a transaction has', () => {
    const request = { TransactItems: [{ Update: { UpdateExpression: 'REMOVE refusal' } }] };
    expect(unsentExpressions([{ operation: 'TransactWriteItems', request }])).not.toContain(place);
  });

  it('contains one that a request has in another property', () => {
    const request = { ConditionExpression: 'REMOVE refusal' };
    expect(unsentExpressions([{ operation: 'PutItem', request }])).toContain(place);
  });
});
