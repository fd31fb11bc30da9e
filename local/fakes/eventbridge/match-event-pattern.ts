type Json = unknown;

/**
 * Whether an event fits an EventBridge pattern: for each field of the pattern one of its alternatives must fit.
 * Knows what our rules use: exact values, prefix and wildcard.
 * @see https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html
 * @throws Error on an operator it does not know: a rule that silently never fires would be worse.
 */
export function matchEventPattern(pattern: Record<string, unknown>, event: unknown): boolean {
  return Object.entries(pattern).every(([field, expected]) => {
    const actual = (event as Record<string, unknown> | undefined)?.[field];
    if (!Array.isArray(expected))
      return orNothing([actual].flat()).some((item) =>
        matchEventPattern(expected as Record<string, unknown>, item),
      );
    return orNothing([actual].flat().filter(isLeaf)).some((value) =>
      expected.some((alternative) => fits(alternative, value)),
    );
  });
}

const orNothing = (values: Json[]): Json[] => (values.length > 0 ? values : [undefined]);

/**
 * Operators see only leaves: an empty list, or a field that contains other fields, does not exist for them.
 * https://github.com/aws/event-ruler is EventBridge's own matcher.
 */
const isLeaf = (value: Json): boolean => value !== undefined && (value === null || typeof value !== 'object');

function fits(alternative: Json, value: Json): boolean {
  if (typeof alternative !== 'object' || alternative === null) return alternative === value;
  const [[operator, operand] = []] = Object.entries(alternative);
  const text = typeof value === 'string' ? value : undefined;
  switch (operator) {
    case 'prefix':
      return text?.startsWith(String(operand)) ?? false;
    case 'wildcard':
      return text !== undefined && wildcard(String(operand)).test(text);
    default:
      throw new Error(`The local bus does not know the pattern operator "${operator}".`);
  }
}

function wildcard(pattern: string): RegExp {
  const literal = (text: string) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${pattern.split('*').map(literal).join('.*')}$`, 's');
}
