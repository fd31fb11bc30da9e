import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The parts of Stryker's report that we read: https://github.com/stryker-mutator/mutation-testing-elements */
interface Report {
  files: Record<string, { source: string; mutants: Mutant[] }>;
}

interface Position {
  line: number;
  column: number;
}

interface Mutant {
  mutatorName: string;
  replacement?: string;
  status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'CompileError' | 'RuntimeError' | 'Ignored';
  location: { start: Position; end: Position };
}

/** A change of the code that no test detects. */
export interface Survivor {
  file: string;
  line: number;
  /** The code before the change. */
  code: string;
  /** The line on which the code starts, without its indentation. */
  within: string;
  replacement: string;
}

export interface FolderResult {
  folder: string;
  killed: number;
  timedOut: number;
  ignored: number;
  survivors: Survivor[];
}

/** The results of the mutated files by their folders. */
export function readReport(file: string): FolderResult[] {
  const { files }: Report = JSON.parse(readFileSync(file, 'utf8'));
  const byFolder = Map.groupBy(Object.entries(files), ([name]) => dirname(name));
  return [...byFolder].map(([folder, members]) => {
    const all = members.flatMap(([name, { source, mutants }]) =>
      mutants.map((mutant) => ({ ...mutant, survivor: survivorOf(name, source, mutant) })),
    );
    const withStatus = (...statuses: Mutant['status'][]) =>
      all.filter(({ status }) => statuses.includes(status));
    return {
      folder,
      killed: withStatus('Killed', 'Timeout').length,
      timedOut: withStatus('Timeout').length,
      ignored: withStatus('Ignored').length,
      survivors: withStatus('Survived', 'NoCoverage').map(({ survivor }) => survivor),
    };
  });
}

function survivorOf(file: string, source: string, { location, replacement = '' }: Mutant): Survivor {
  const lines = source.split('\n').slice(location.start.line - 1, location.end.line);
  const within = (lines[0] ?? '').trim();
  const last = lines.length - 1;
  lines[last] = (lines[last] ?? '').slice(0, location.end.column - 1);
  lines[0] = (lines[0] ?? '').slice(location.start.column - 1);
  return { file, line: location.start.line, code: lines.join('\n'), within, replacement };
}

/** Returns the percentage of the changes that a test detects. */
export function scoreOf(results: FolderResult[]): number {
  const killed = results.reduce((sum, result) => sum + result.killed, 0);
  const survived = results.reduce((sum, { survivors }) => sum + survivors.length, 0);
  return (100 * killed) / (killed + survived);
}
