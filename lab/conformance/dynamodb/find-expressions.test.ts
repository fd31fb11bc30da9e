import { describe, expect, it } from 'vitest';
import { findExpressions } from './find-expressions.ts';

describe('findExpressions', () => {
  it.each([
    ["{ ConditionExpression: 'attribute_exists(id)' }", { text: 'attribute_exists(id)' }],
    [
      '{ ConditionExpression: `a = :a${isB ? ` AND ${b}` : ""}` }',
      { beginning: 'a = :a${isB ? ` AND ${b}` : ""}' },
    ],
    ["{ ConditionExpression: isOld ? 'a' : 'b' }", { beginning: 'isOld' }],
    ["{ ConditionExpression: ['a', 'b'].join(' AND ') }", { beginning: '[' }],
    ['{ ConditionExpression: all\n.join(" OR ") }', { beginning: 'all' }],
    ['{ Key, ConditionExpression, ReturnValues }', {}],
    ['{ Key, ConditionExpression }', {}],
  ])('finds the expression in %s', (source, found) => {
    expect(findExpressions(source)).toEqual([{ property: 'ConditionExpression', ...found }]);
  });

  it.each(['(UpdateExpression: string) => {}', "Pick<Input, 'UpdateExpression' | 'Key'>"])(
    'finds none in the type %s',
    (source) => {
      expect(findExpressions(source)).toEqual([]);
    },
  );
});
