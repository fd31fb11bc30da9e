import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../test/find-free-port.ts';
import { unpackCommit } from '../../test/unpack-commit.ts';
import { spawnGroup } from '../second-cloud/spawn-group.ts';
import { median } from './median.ts';

const rounds = 5;
/** The last line that `npm start` prints. */
const startedText = 'Ctrl-C stops everything';

/** The times of one commit, in milliseconds. */
interface Starts {
  commit: string;
  first: number[];
  later: number[];
}

/**
 * Measures how long `npm start` takes in a new clone, and how long it takes the second time.
 * @param base a commit to compare with, in alternating runs
 */
export async function measureStart(
  base: string | undefined,
  onRound: (round: number, rounds: number) => void,
): Promise<string[][]> {
  const commits = ['HEAD', ...(base ? [base] : [])].map(
    (commit): Starts => ({ commit, first: [], later: [] }),
  );
  for (let round = 1; round <= rounds; round++) {
    onRound(round, rounds);
    for (const starts of commits) await startTwice(starts);
  }
  const [here, before] = commits.map(({ first, later }) => ({ first: median(first), later: median(later) }));
  if (!here) return [];
  const ratio = (one: number, other: number) => `${(one / other).toFixed(2)} ×`;
  return [
    ['', 'ratio'],
    ['a later start to the first', ratio(here.later, here.first)],
    ...(before
      ? [
          [`the first start to that of ${base}`, ratio(here.first, before.first)],
          [`a later start to that of ${base}`, ratio(here.later, before.later)],
        ]
      : []),
  ];
}

async function startTwice({ commit, first, later }: Starts): Promise<void> {
  const clone = await mkdtemp(join(tmpdir(), 'lorewright-start-'));
  try {
    unpackCommit(commit, clone);
    first.push(await timeOfStart(clone));
    later.push(await timeOfStart(clone));
  } finally {
    await rm(clone, { recursive: true, force: true });
  }
}

async function timeOfStart(clone: string): Promise<number> {
  const port = String(await findFreePort());
  const startedAt = performance.now();
  const { child, end } = spawnGroup('npm', ['start'], {
    cwd: clone,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: port },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  try {
    let output = '';
    for await (const text of child.stdout ?? []) {
      output += text;
      if (output.includes(startedText)) break;
    }
    if (!output.includes(startedText)) throw new Error(`npm start failed:\n${output}`);
    return performance.now() - startedAt;
  } finally {
    end();
    await exited;
  }
}
