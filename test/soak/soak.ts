import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  fillSections,
  markdownTable,
  readSections,
} from '../../scripts/commands/terminal/computed-sections.ts';
import { median } from '../bench/median.ts';
import { startCloudProcess } from '../cloud-process.ts';
import { listDeadLetters, untilNothingIsPending } from '../pending-work.ts';
import { requireLinux } from '../require-linux.ts';
import { type Acknowledged, findLosses } from './acknowledged.ts';
import { type Actor, actorsOn } from './actors.ts';
import { type Failure, failureOf } from './until-answered.ts';
import { growthPerMinute, type Sample, watchProcess } from './watch-process.ts';

// `npm run soak`: people use a local cloud for half an hour while its process is killed every two
// minutes, and for some minutes more without kills. It fails when something is lost that the site
// has acknowledged, when the site answers unexpectedly, or when memory or file handles grow.

const usage = 'Usage: npm run soak -- [--minutes <with kills>] [--calm <minutes without kills>] [--write]';
requireLinux('it reads memory and file handles from /proc.');
const document = 'docs/robustness.md';
const averageKillSeconds = 120;
/** A process that has just started also starts instances of functions, and ends idle ones after five minutes. */
const warmUpSeconds = 360;
/** What noise may amount to in a few minutes. */
const flat = { megabytes: 10, handles: 1 };
const { minutes, calm, isWritten } = readOptions();

const cloud = await startCloudProcess(['--expose-gc', '--import', resolve('test/soak/collect-garbage.js')]);
const acknowledged: Acknowledged = { orders: [], feedback: new Map(), articles: new Map() };
const unexpected: string[] = [];
const done = new Map<string, number>();
const failures: Record<Failure, number> = { killed: 0, busy: 0, unexpected: 0 };
let kills = 0;
let isOver = false;

try {
  const watch = watchProcess(() => cloud.pid);
  const actors = actorsOn(cloud.siteUrl, acknowledged).map(keepActing);
  await killRepeatedly();
  showProgress(`${kills} kills; now without kills`);
  await wait(calm * 60_000);
  isOver = true;
  await Promise.all(actors);
  watch.stop();
  await untilNothingIsPending(cloud.dir);
  report(watch.samples, await findLosses(cloud.siteUrl, acknowledged), await listDeadLetters(cloud.dir));
} finally {
  await cloud.dispose();
}
process.exit();

async function keepActing({ name, pauseSeconds, act }: Actor): Promise<void> {
  while (!isOver) {
    try {
      await act();
      done.set(name, (done.get(name) ?? 0) + 1);
    } catch (error) {
      const failure = failureOf(error);
      failures[failure] += 1;
      if (failure === 'unexpected') {
        unexpected.push(`"${name}": ${error}`);
        showProgress(`"${name}": ${error}`);
      }
    }
    await wait(pauseSeconds * 2_000 * Math.random());
  }
}

async function killRepeatedly(): Promise<void> {
  const end = Date.now() + minutes * 60_000;
  for (;;) {
    const pauseMs = averageKillSeconds * 1_000 * (0.5 + Math.random());
    if (Date.now() + pauseMs > end) return wait(end - Date.now());
    await wait(pauseMs);
    await cloud.restart();
    kills += 1;
    showProgress(`kill ${kills}: ${counts()} acknowledged; ${JSON.stringify(failures)}`);
  }
}

function report(samples: Sample[], losses: string[], deadLetters: string[]): void {
  const lives = [...Map.groupBy(samples, ({ pid }) => pid).values()];
  const killed = lives.slice(0, -1);
  const last = (lives.at(-1) ?? []).filter(({ ageSeconds }) => ageSeconds > warmUpSeconds);
  const growth = {
    megabytes: growthPerMinute(last, 'megabytes'),
    handles: growthPerMinute(last, 'handles'),
  };
  const atEnd = (figure: 'megabytes' | 'handles') => (life: Sample[]) => life.at(-1)?.[figure] ?? 0;
  const firstAndLast = (figure: 'megabytes' | 'handles') => {
    if (killed.length === 0) return 'no kills';
    const third = Math.max(1, Math.floor(killed.length / 3));
    const middle = (some: Sample[][]) => median(some.map(atEnd(figure))).toFixed(0);
    return `${middle(killed.slice(0, third))} → ${middle(killed.slice(-third))}`;
  };
  const table = markdownTable(
    ['', 'result'],
    [
      ['minutes with kills, and without', `${minutes} + ${calm}`],
      ['kills', String(kills)],
      ...[...done].map(([name, count]) => [name, `${count} times`]),
      ['abandoned after a kill', String(failures.killed)],
      ['abandoned after a timeout', String(failures.busy)],
      ['paid orders, feedback, articles that were acknowledged', counts()],
      ['acknowledged, but lost', String(losses.length)],
      ['unexpected answers', String(unexpected.length)],
      ['queues with dead letters', deadLetters.join(', ') || 'none'],
      ['memory before a kill, first and last third, MB', firstAndLast('megabytes')],
      ['file handles before a kill, first and last third', firstAndLast('handles')],
      ['memory growth without kills, MB per minute', growth.megabytes.toFixed(1)],
      ['file handle growth without kills, per minute', growth.handles.toFixed(2)],
    ],
  );
  console.log(table);
  for (const problem of [...losses, ...unexpected]) console.log(problem);
  if (isWritten) {
    const text = readFileSync(document, 'utf8');
    writeFileSync(document, fillSections(text, { ...readSections(text), soak: table }));
  }
  const isFlat = growth.megabytes < flat.megabytes && growth.handles < flat.handles;
  if (losses.length + unexpected.length > 0 || !isFlat) process.exitCode = 1;
}

function counts(): string {
  const { orders, feedback, articles } = acknowledged;
  return [orders.length, feedback.size, articles.size].join(', ');
}

function showProgress(text: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);
}

function readOptions(): { minutes: number; calm: number; isWritten: boolean } {
  try {
    const options = {
      minutes: { type: 'string', default: '30' },
      calm: { type: 'string', default: '16' },
      write: { type: 'boolean', default: false },
    } as const;
    const { values } = parseArgs({ options });
    const [minutes, calm] = [Number(values.minutes), Number(values.calm)];
    if (!(minutes >= 0) || !(calm > warmUpSeconds / 60))
      throw new Error(`--minutes is at least 0, and --calm is above ${warmUpSeconds / 60}.`);
    return { minutes, calm, isWritten: values.write };
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`);
    process.exit(1);
  }
}
