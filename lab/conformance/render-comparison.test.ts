import { describe, expect, it } from 'vitest';
import type { ExplainedDifference } from './comparison.ts';
import { describeDifference, renderComparison } from './render-comparison.ts';

const source = 'https://docs.aws.amazon.com/page.html';

const difference = (probe: string, right?: ExplainedDifference['right']) => ({
  probe,
  ours: 'a|b',
  theirs: 'c',
  digest: '01234567',
  ...(right && {
    explanation: {
      probes: { [probe]: '01234567' },
      right,
      why: `About ${probe}.`,
      source,
    },
  }),
});

it('counts what another implementation lacks apart from explained differences', () => {
  const differences = [difference('one', 'theirs'), difference('two', 'not compared'), difference('three')];
  expect(renderComparison([{ other: 'Other 1.0.0', probes: 5, differences, outdated: [] }])).toBe(
    `| compared with | probes | equal | not compared | different, explained | different, unexplained |
|---|---|---|---|---|---|
| Other 1.0.0 | 5 | 2 | 1 | 1 | 1 |`,
  );
});

describe('describeDifference', () => {
  it('prints both outcomes and the line that pins them', () => {
    expect(describeDifference(difference('says "hello"\nto all'))).toBe(`- says "hello"
to all
    ours:   "a|b"
    theirs: "c"
    To explain these outcomes: 'says "hello"\\nto all': '01234567',`);
  });

  it('repeats the explanation of other outcomes', () => {
    const { explanation, ...changed } = difference("it's one", 'ours');
    expect(describeDifference({ ...changed, formerExplanation: explanation })).toBe(`- it's one
    ours:   "a|b"
    theirs: "c"
    Other outcomes are explained: About it's one.
    To explain these outcomes: "it's one": '01234567',`);
  });
});
