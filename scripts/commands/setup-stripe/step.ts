/** The result of a run for one object at Stripe or on AWS. */
export interface Step {
  /** The name of the object. */
  thing: string;
  /** Stripe's id; empty for a secret. */
  id: string;
  outcome: 'existed' | 'created' | 'updated' | 'removed';
  /** The reason, if it is not obvious. */
  reason?: string;
}

/** A table of the steps, with a summary in the last line. */
export function describeSteps(steps: Step[]): string {
  const width = (column: 'thing' | 'id') => Math.max(...steps.map((step) => step[column].length));
  const lines = steps.map(({ thing, id, outcome, reason }) =>
    [thing.padEnd(width('thing')), id.padEnd(width('id')), reason ? `${outcome}: ${reason}` : outcome].join(
      '  ',
    ),
  );
  const changes = steps.filter(({ outcome }) => outcome !== 'existed').length;
  return [...lines, '', changes === 0 ? 'Nothing to change.' : `Changed: ${changes}.`].join('\n');
}
