import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning } from '../build/lock-build.ts';
import { accountChecks } from './smoke/account-checks.ts';
import { cloudChecks } from './smoke/cloud-checks.ts';
import { countFailures, describeRows, runSmoke } from './smoke/run-smoke.ts';
import { siteChecks } from './smoke/site-checks.ts';
import { SmokeAccounts } from './smoke/smoke-accounts.ts';
import { connectToSmokeStage } from './smoke/smoke-stage.ts';
import { askOnTerminal, isYes } from './terminal/ask-on-terminal.ts';
import { parseArguments, startCommand } from './terminal/start-command.ts';

const usage = `Usage: npm run smoke -- [--stage <name>] [--yes]

Uses a deployed stage as a visitor, a buyer and an attacker do, and says what works. It makes test accounts, and removes them
at the end, also after Ctrl-C. Exits with 1 if something failed. docs/check-on-aws.md lists what it cannot see.

  --yes   does not ask before it starts on a stage that keeps data

Without --stage it checks the local cloud.`;

async function run(): Promise<void> {
  const { stage, yes } = parseArguments(usage, {
    options: { stage: { type: 'string' }, yes: { type: 'boolean', default: false } },
  }).values;
  const site = await connectToSmokeStage(stage);
  if (site.keepsData && !yes) await askToStart(site.siteUrl);
  const unlock = await lockSmoke(site.siteUrl);
  const interruption = new AbortController();
  // npm sends Ctrl-C a second time, so the listener stays.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => {
      if (!interruption.signal.aborted) console.error('Interrupted. What the run made is removed now.');
      interruption.abort();
    });
  try {
    const accounts = new SmokeAccounts(site);
    const say = process.stdin.isTTY ? (line: string) => console.log(line) : undefined;
    const checks = [
      ...siteChecks(site.siteUrl),
      ...accountChecks(site, accounts, say),
      ...cloudChecks(site, accounts),
    ];
    const rows = await runSmoke(checks, {
      signal: interruption.signal,
      onStart: (name) => console.error(`${name} …`),
      cleanUp: () => accounts.removeAll(),
    });
    console.log(`\n${describeRows(rows).join('\n')}`);
    const failures = countFailures(rows);
    if (failures > 0) console.error(`\n${failures} of ${rows.length} checks of ${site.siteName} failed.`);
    if (failures > 0 || interruption.signal.aborted) process.exitCode = 1;
  } finally {
    await unlock();
    // The clients keep connections open, and the listeners would swallow the next Ctrl-C.
    process.exit();
  }
}

/**
 * Keeps a second run on this machine away from the same site.
 * @returns the function that releases it
 * @throws Error if another run is under way
 */
async function lockSmoke(siteUrl: string): Promise<() => Promise<void>> {
  const file = join(tmpdir(), `lorewright-smoke-${new URL(siteUrl).host.replace(/\W/g, '-')}`);
  const take = () => writeFile(file, String(process.pid), { flag: 'wx' });
  await take().catch(async () => {
    const holder = Number(String(await readFile(file).catch(() => '0')));
    if (isRunning(holder))
      throw new Error(
        `Another run checks ${siteUrl} (process ${holder}). Wait until it ends, then try again.`,
      );
    await rm(file, { force: true });
    await take();
  });
  return () => rm(file, { force: true });
}

/** @throws Error unless the person agrees */
async function askToStart(siteUrl: string): Promise<void> {
  if (!askOnTerminal) throw new Error(`${siteUrl} keeps data. Add --yes to check it without a terminal.`);
  const question = `${siteUrl} keeps data. The run adds test accounts, and removes them. Start? (y/N) `;
  if (!isYes(await askOnTerminal(question))) throw new Error('Nothing was done.');
}

startCommand(run);
