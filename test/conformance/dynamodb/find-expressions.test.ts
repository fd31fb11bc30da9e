import { describe, expect, it } from 'vitest';
import { findExpressions, patternOf } from './find-expressions.ts';

describe('findExpressions', () => {
  it.each([
    ["{ ConditionExpression: 'attribute_exists(id)' }", { text: 'attribute_exists(id)' }],
    [
      '{ ConditionExpression: `a = :a${isB ? ` AND ${b}` : ""}` }',
      { text: 'a = :a${isB ? ` AND ${b}` : ""}' },
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

describe('patternOf', () => {
  it('matches a literal with other values only at their places', () => {
    const pattern = patternOf('SET a = :a${isB ? `, ${b} = :b` : ""}');
    expect('SET a = :a, b = :b').toMatch(pattern);
    expect('SET a = :a').toMatch(pattern);
    expect('SET b = :a').not.toMatch(pattern);
  });
});
