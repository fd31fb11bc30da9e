import { markdownTable } from '../../scripts/commands/terminal/computed-sections.ts';
import type { Compared, Difference, ExplainedDifference } from './comparison.ts';

/** The section of docs/conformance.md about one of our fakes. */
export function renderComparison(results: Compared[]): string {
  const counts = markdownTable(
    ['compared with', 'probes', 'equal', 'not compared', 'different, explained', 'different, unexplained'],
    results.map(({ other, probes, differences }) => {
      const { notCompared, explained, unexplained } = countDifferences(differences);
      return [other, probes, probes - differences.length, notCompared, explained, unexplained].map(String);
    }),
  );
  const tables = results
    .filter(({ differences }) => differences.length > 0)
    .map((result) => `Differences from ${result.other}:\n\n${renderDifferences(result)}`);
  return [counts, ...tables].join('\n\n');
}

function renderDifferences({ other, differences }: Compared): string {
  const rows = [...Map.groupBy(differences, ({ explanation }) => explanation)].map(([explanation, shown]) => [
    shown.map(({ probe }) => probe).join('; '),
    explanation ? describeRight(explanation, other) : 'unexplained',
    explanation ? `${explanation.why} (${renderSource(explanation.source)})` : describeOutcomes(shown[0]),
  ]);
  return markdownTable(
    ['difference', 'right', 'why'],
    rows.map((row) => row.map(escapeCell)),
  );
}

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

const ownPages =
  /^https:\/\/(docs\.aws\.amazon\.com|github\.com\/aws\/(event-ruler|aws-cli\/blob)|github\.com\/stripe\/stripe-node)\b/;

/** Marks the pages that do not come from AWS or Stripe. */
const renderSource = (source: string) =>
  `[${ownPages.test(source) ? 'source' : 'reported by others'}](${source})`;

const describeRight = ({ right }: ExplainedDifference, other: string) => (right === 'theirs' ? other : right);

const describeOutcomes = (difference?: Difference) =>
  `ours ${JSON.stringify(difference?.ours)}, theirs ${JSON.stringify(difference?.theirs)}`;

const escapeCell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
