import { createHash } from 'node:crypto';

/** Eight hexadecimal digits that change when an outcome of a probe changes. The order of properties has no effect. */
export function digestOutcomes(outcomes: { ours: unknown; theirs: unknown }): string {
  const text = JSON.stringify(outcomes, (_, value) => (isObject(value) ? sorted(value) : value));
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sorted = (value: object) =>
  Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
