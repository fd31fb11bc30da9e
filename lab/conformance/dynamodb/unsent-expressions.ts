import { globSync, readFileSync } from 'node:fs';
import { computedExpressions } from './computed-expressions.ts';
import { findExpressions } from './find-expressions.ts';
import type { RecordedRequest } from './recordings.ts';

const sources = ['lambdas/**/*.ts', 'scripts/**/*.ts'];

/** The expressions in our sources that none of the requests has, with their files. */
export function unsentExpressions(requests: RecordedRequest[]): string[] {
  const sent = requests.flatMap(({ request }) => expressionsOf(request));
  return placesOfExpressions()
    .flatMap(({ place, property, texts = [] }) => texts.map((text) => ({ place, property, text })))
    .filter(({ property, text }) => !sent.some(([name, value]) => name === property && value === text))
    .map(({ place, text }) => `${place}: ${text}`);
}

/** Computed expressions that the list lacks, and those that only the list has. */
export function wronglyListedExpressions(): { missing: string[]; outdated: string[] } {
  const places = placesOfExpressions();
  return {
    missing: places.filter(({ texts }) => !texts).map(({ place }) => place),
    outdated: Object.keys(computedExpressions).filter((listed) =>
      places.every(({ place }) => place !== listed),
    ),
  };
}

interface Place {
  /** The file, and the beginning of an expression that is computed. */
  place: string;
  property: string;
  /** Missing if the expression is computed and not listed. */
  texts: string[] | undefined;
}

const placesOfExpressions = (): Place[] =>
  globSync(sources)
    .filter((file) => !/(^|\/)test-|\.test\.ts$/.test(file))
    .sort()
    .flatMap((file) =>
      findExpressions(readFileSync(file, 'utf8')).map(({ property, text, beginning }) => {
        if (text) return { place: file, property, texts: [text] };
        const place = `${file}: ${property}${beginning ? `: ${beginning}` : ''}`;
        return { place, property, texts: computedExpressions[place] };
      }),
    );

/** The names and values of the properties. */
function expressionsOf(value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]): [string, string][] =>
    name.endsWith('Expression') && typeof part === 'string' ? [[name, part]] : expressionsOf(part),
  );
}
