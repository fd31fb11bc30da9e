import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startCloudProcess } from '../../test/cloud-process.ts';
import { fail, removeTemporaryFilesAtExit } from '../../test/command-line.ts';
import { listDeadLetters, untilNothingIsPending } from '../../test/pending-work.ts';
import { requireLinux } from '../../test/require-linux.ts';
import { median } from '../bench/median.ts';
import { type Acknowledged, findLosses } from './acknowledged.ts';
import { type Actor, actorsOn } from './actors.ts';
import {
  growthPerMinute,
  memoryGrowth,
  minMinutes,
  readMemoryReports,
  reportMemoryTo,
  warmUpSeconds,
} from './memory-reports.ts';
import { type Failure, failureOf } from './until-answered.ts';
import { type Sample, watchHandles } from './watch-handles.ts';

// `npm run soak`: people use a local cloud for half an hour while its process is killed every two
// minutes, and for some minutes more without kills. It fails when acknowledged data is lost, when the
// site responds unexpectedly, or when memory, files or sockets grow.

const usage = 'Usage: npm run soak -- [--minutes <with kills>] [--calm <minutes without kills>]';
requireLinux('it counts files and sockets in /proc.');
const averageKillSeconds = 120;
/**
 * The highest growth per minute that is accepted. The process keeps the data of the local cloud in memory, about 1 MB
 * per minute; an instance compiles more of its code on the first use of a feature.
 */
const maxGrowth = { megabytesOfProcess: 3, megabytesOfFunction: 0.5, handles: 1 };
const { minutes, calm } = readOptions();
removeTemporaryFilesAtExit();

const memoryFile = join(tmpdir(), 'memory.jsonl');
const cloud = await startCloudProcess(reportMemoryTo(memoryFile), { hasSchedules: true });
const acknowledged: Acknowledged = { orders: [], feedback: new Map(), articles: new Map() };
const unexpected: string[] = [];
const done = new Map<string, number>();
const failures: Record<Failure, number> = { killed: 0, busy: 0, unexpected: 0 };
let kills = 0;
let isOver = false;

try {
  const watch = watchHandles(() => cloud.pid);
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
  const atEnd = lives.map((life) => life.at(-1)?.handles ?? 0);
  const last = (lives.at(-1) ?? []).filter(({ ageSeconds }) => ageSeconds > warmUpSeconds.process);
  const memory = memoryGrowth(readMemoryReports(memoryFile));
  const [fastest, fastestGrowth] = [...memory.functions].toSorted(([, a], [, b]) => b - a)[0] ?? [
    '',
    Number.NaN,
  ];
  const handles = growthPerMinute(last, (sample) => sample.handles);
  console.table(
    Object.fromEntries([
      ['minutes with kills, and without', `${minutes} + ${calm}`],
      ['kills', String(kills)],
      ...[...done].map(([name, count]) => [name, `${count} times`]),
      ['abandoned after a kill', String(failures.killed)],
      ['abandoned after a timeout', String(failures.busy)],
      ['paid orders, feedback, articles that were acknowledged', counts()],
      ['acknowledged, but lost', String(losses.length)],
      ['unexpected answers', String(unexpected.length)],
      ['queues with dead letters', deadLetters.join(', ') || 'none'],
      ['memory in use, growth of the process in MB per minute', memory.process.toFixed(2)],
      [
        `memory in use, growth of an instance of ${fastest}, which grew fastest, in MB per minute`,
        fastestGrowth.toFixed(2),
      ],
      ['open files and sockets before a kill, first and last third', firstAndLastThird(atEnd.slice(0, -1))],
      ['open files and sockets, growth per minute', handles.toFixed(2)],
    ]),
  );
  for (const problem of [...losses, ...unexpected]) console.log(problem);
  const isFlat =
    memory.process < maxGrowth.megabytesOfProcess &&
    fastestGrowth < maxGrowth.megabytesOfFunction &&
    handles < maxGrowth.handles;
  if (losses.length + unexpected.length > 0 || !isFlat) process.exitCode = 1;
}

function firstAndLastThird(values: number[]): string {
  if (values.length === 0) return 'no kills';
  const third = Math.max(1, Math.floor(values.length / 3));
  return `${median(values.slice(0, third)).toFixed(0)} → ${median(values.slice(-third)).toFixed(0)}`;
}

function counts(): string {
  const { orders, feedback, articles } = acknowledged;
  return [orders.length, feedback.size, articles.size].join(', ');
}

function showProgress(text: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);
}

function readOptions(): { minutes: number; calm: number } {
  try {
    const options = {
      minutes: { type: 'string', default: '30' },
      calm: { type: 'string', default: '16' },
    } as const;
    const { values } = parseArgs({ options });
    const [minutes, calm] = [Number(values.minutes), Number(values.calm)];
    if (!(minutes >= 0)) throw new Error('--minutes must be 0 or more.');
    if (!(calm >= minMinutes))
      throw new Error(
        `--calm must be ${minMinutes} or more: a shorter run cannot measure the growth of memory.`,
      );
    return { minutes, calm };
  } catch (error) {
    fail(`${(error as Error).message}\n${usage}`);
  }
}
