import { markdownTable } from '../../scripts/commands/terminal/computed-sections.ts';
import type { Compared, Difference } from './comparison.ts';

/** The numbers of a comparison, for docs/conformance.md. */
export const renderComparison = (results: Compared[]): string =>
  markdownTable(
    ['compared with', 'probes', 'equal', 'not compared', 'different, explained', 'different, unexplained'],
    results.map(({ other, probes, differences }) => {
      const { notCompared, explained, unexplained } = countDifferences(differences);
      return [other, probes, probes - differences.length, notCompared, explained, unexplained].map(String);
    }),
  );

export function countDifferences(differences: Difference[]) {
  const explanations = differences.flatMap(({ explanation }) => explanation ?? []);
  const notCompared = explanations.filter(({ right }) => right === 'not compared').length;
  return {
    notCompared,
    explained: explanations.length - notCompared,
    unexplained: differences.length - explanations.length,
  };
}

/** Describes an unexplained difference, with the line that pins it in an explanation. */
export const describeDifference = ({ probe, ours, theirs, digest, formerExplanation }: Difference): string =>
  [
    `- ${probe}`,
    `    ours:   ${JSON.stringify(ours)}`,
    `    theirs: ${JSON.stringify(theirs)}`,
    ...(formerExplanation ? [`    Other outcomes are explained: ${formerExplanation.why}`] : []),
    `    To explain these outcomes: ${quote(probe)}: '${digest}',`,
  ].join('\n');

/** Formats the text as Biome does. */
const quote = (text: string) =>
  text.includes("'") ? JSON.stringify(text) : `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')}'`;
