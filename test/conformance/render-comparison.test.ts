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
| Other 1.0.0 | 5 | 2 | 1 | 1 | 1 |

Differences from Other 1.0.0:

| difference | right | why |
|---|---|---|
| one | Other 1.0.0 | About one. ([source](${source})) |
| two | not compared | About two. ([source](${source})) |
| three | unexplained | ours "a\\|b", theirs "c" |`,
  );
});

it.each([
  'https://github.com/aws/aws-sdk-net/issues/1',
  'https://github.com/aws/aws-cli/issues/1',
  'https://docs.example/',
])('marks that others report %s', (source) => {
  const { explanation, ...outcomes } = difference('one', 'ours');
  const differences = explanation ? [{ ...outcomes, explanation: { ...explanation, source } }] : [];
  expect(renderComparison([{ other: 'Other 1.0.0', probes: 5, differences, outdated: [] }])).toContain(
    `About one. ([reported by others](${source}))`,
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

it('does not mark an example in the repository of the AWS CLI', () => {
  const source = 'https://github.com/aws/aws-cli/blob/develop/example.rst';
  const { explanation, ...outcomes } = difference('one', 'ours');
  const differences = explanation ? [{ ...outcomes, explanation: { ...explanation, source } }] : [];
  expect(renderComparison([{ other: 'Other 1.0.0', probes: 5, differences, outdated: [] }])).toContain(
    `([source](${source}))`,
  );
});
