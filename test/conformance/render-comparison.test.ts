import { expect, it } from 'vitest';
import type { ExplainedDifference } from './comparison.ts';
import { renderComparison } from './render-comparison.ts';

const difference = (probe: string, right?: ExplainedDifference['right']) => ({
  probe,
  ours: 'a|b',
  theirs: 'c',
  ...(right && {
    explanation: { probes: [probe], right, why: `About ${probe}.`, source: 'https://docs.example/' },
  }),
});

it('counts what another implementation lacks apart from explained differences', () => {
  const differences = [difference('one', 'theirs'), difference('two', 'not compared'), difference('three')];
  expect(renderComparison([{ other: 'Other 1.0.0', probes: 5, differences, outdated: [] }])).toBe(
    `| compared with | probes | equal | not compared | different, explained | different, unexplained |
|---|---|---|---|---|---|
| Other 1.0.0 | 5 | 2 | 1 | 1 | 1 |

| difference | right | why |
|---|---|---|
| one | Other 1.0.0 | About one. ([source](https://docs.example/)) |
| two | not compared | About two. ([source](https://docs.example/)) |
| three | unexplained | ours "a\\|b", theirs "c" |`,
  );
});
