import { isDeepStrictEqual } from 'node:util';
import type { Finding } from './compare-tables.ts';

const maxShownLength = 60;

/** The attributes that a restored item would change, a line each, such as `name: "Bea" → "Ana"`. */
export function describeDifference({ live, restored }: Extract<Finding, { state: 'changed' }>): string[] {
  return [...new Set([...Object.keys(live), ...Object.keys(restored)])]
    .filter((name) => !isDeepStrictEqual(live[name], restored[name]))
    .map((name) => `${name}: ${show(live[name])} → ${show(restored[name])}`);
}

function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length <= maxShownLength ? text : `${text.slice(0, maxShownLength)}…`;
}
