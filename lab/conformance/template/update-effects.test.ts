import { expect, it } from 'vitest';
import type { Template } from '../../../scripts/build/keep-template.ts';
import { findNameConflicts, updateEffects } from './update-effects.ts';

type Resources = Record<string, { Type: string; Properties: object }>;
const stacks = (Resources: Resources): Record<string, Template> => ({ data: { Resources, Outputs: {} } });
const queue = (Properties: object) => ({ Type: 'AWS::SQS::Queue', Properties });
const stage = { Type: 'AWS::ApiGatewayV2::Stage', Properties: { StageName: '$default' } };
const createOnly = () => ['FifoQueue'];
const effects = (before: Resources, after: Resources) =>
  updateEffects(stacks(before), stacks(after), createOnly).map(({ id, effect, because }) => [
    id,
    effect,
    because,
  ]);

it.each([
  ['added', {}, { Q: queue({}) }, [['Q', 'added', []]]],
  ['removed', { Q: queue({}) }, {}, [['Q', 'removed', []]]],
  ['unchanged', { Q: queue({ a: 1 }) }, { Q: queue({ a: 1 }) }, []],
  ['updated in place', { Q: queue({}) }, { Q: queue({ a: 1 }) }, [['Q', 'updated in place', []]]],
  ['replaced', { Q: queue({}) }, { Q: queue({ FifoQueue: true }) }, [['Q', 'replaced', ['FifoQueue']]]],
])('describes a resource that is %s', (_, before, after, expected) => {
  expect(effects(before as Resources, after as Resources)).toEqual(expected);
});

it('finds a name that moves to another logical id', () => {
  const [before, after] = [stacks({ Old: stage }), stacks({ New: stage })];
  expect(findNameConflicts(before, after, updateEffects(before, after, createOnly))).toEqual([
    'AWS::ApiGatewayV2::Stage Old and New',
  ]);
});
