/** What a run has done about one thing at Stripe or on AWS. */
export interface Step {
  /** What it is, for people. */
  thing: string;
  /** What Stripe calls it; nothing is told of a secret. */
  id: string;
  outcome: 'was there' | 'created' | 'updated' | 'removed';
  /** Why, where that is not plain. */
  reason?: string;
}

/** A table of what was done, with a last line for who only reads that. */
export function describeSteps(steps: Step[]): string {
  const width = (column: 'thing' | 'id') => Math.max(...steps.map((step) => step[column].length));
  const lines = steps.map(({ thing, id, outcome, reason }) =>
    [thing.padEnd(width('thing')), id.padEnd(width('id')), reason ? `${outcome}: ${reason}` : outcome].join(
      '  ',
    ),
  );
  const changes = steps.filter(({ outcome }) => outcome !== 'was there').length;
  return [...lines, '', changes === 0 ? 'Nothing to change.' : `Changed: ${changes}.`].join('\n');
}
