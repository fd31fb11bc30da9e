import { globSync, readFileSync } from 'node:fs';
import type { RecordedRequest } from './recordings.ts';

const sources = ['lambdas/{domain,operations,consumers,platform}/**/*.ts'];
/** A value in a template literal, which may contain another one. */
const value = /\$\{(?:[^{}`]|`(?:[^`$]|\$\{[^}]*\})*`)*\}/;
const expression = RegExp(
  `\\b(?:Condition|Update|KeyCondition|Filter|Projection)Expression: ?('[^']+'|\`(?:[^\`$]|${value.source})+\`)`,
  'g',
);

/** The expressions in our sources that none of the requests has, with their files. */
export function unsentExpressions(requests: RecordedRequest[]): string[] {
  const sent = [...new Set(requests.flatMap(({ request }) => expressionsOf(request)))];
  return globSync(sources)
    .filter((file) => !/(^|\/)test-|\.test\.ts$/.test(file))
    .sort()
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(expression)]
        .map(([, literal = '']) => literal.slice(1, -1))
        .filter((text) => !sent.some((one) => patternOf(text).test(one)))
        .map((text) => `${file}: ${text}`),
    );
}

function expressionsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name.endsWith('Expression') && typeof part === 'string' ? [part] : expressionsOf(part),
  );
}

/** A template literal with any values. */
function patternOf(text: string): RegExp {
  const fixed = text.split(value).map((part) => part.replaceAll(/[^\w\s]/g, '\\$&'));
  return new RegExp(`^${fixed.join('.*')}$`, 's');
}
