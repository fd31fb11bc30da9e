import { markdownTable } from '../../scripts/commands/terminal/computed-sections.ts';

/** The counts of one folder in the document. */
export interface FolderRow {
  folder: string;
  killed: number;
  /** How many of the killed changes made the tests take too long, for example by an endless loop. */
  timedOut: number;
  survived: number;
  explained: number;
  ignored: number;
}

const head = [
  'folder',
  'killed',
  'of these, timed out',
  'survived',
  'survived, explained',
  'ignored',
  'killed, in percent',
];

/** The table with the total. */
export function renderRows(rows: FolderRow[]): string {
  const sorted = rows.toSorted((one, other) => (one.folder < other.folder ? -1 : 1));
  const table = markdownTable(
    head,
    sorted.map((row) => [
      row.folder,
      ...[row.killed, row.timedOut, row.survived, row.explained, row.ignored].map(String),
      percentOf([row]),
    ]),
  );
  return `${table}\n\nTogether: ${percentOf(rows)} killed.`;
}

/** The rows of a rendered table. */
export function readRows(text: string): FolderRow[] {
  const rows = text.matchAll(/^\| (\S+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|/gm);
  return [...rows].map(([, folder = '', ...counts]) => {
    const [killed = 0, timedOut = 0, survived = 0, explained = 0, ignored = 0] = counts.map(Number);
    return { folder, killed, timedOut, survived, explained, ignored };
  });
}

function percentOf(rows: FolderRow[]): string {
  const killed = rows.reduce((sum, row) => sum + row.killed, 0);
  const survived = rows.reduce((sum, row) => sum + row.survived + row.explained, 0);
  return `${((100 * killed) / (killed + survived)).toFixed(1)} %`;
}
