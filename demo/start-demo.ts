import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { brand } from '../contract/rules/brand.ts';
import { cloudFiles, cloudFolder, resetCloud } from '../local/cloud-folder.ts';
import { totpCode, totpStep } from '../local/fakes/cognito/totp.ts';
import { readStack } from '../local/read-stack.ts';
import { addDemoAdmin } from './demo-accounts.ts';
import { demoPeople } from './demo-people.ts';
import { openDemoStores } from './open-demo-stores.ts';

const usage = `Usage: npm run demo [-- --reset | -- code]

Starts the local cloud with 500 people and two years of history, in a folder of its own. --reset makes it again.
code prints the code of the authenticator app of the team's account.`;

const dir = resolve(process.env.LOCAL_DIR ?? '.local-demo');
const team = {
  email: 'team@example.test',
  password: 'Maps-and-timelines-7',
  factorSecret: 'LOREWRIGHTLOREWRIGHTLOREWRIGHT23',
};

async function run(): Promise<void> {
  const { isCode, reset } = readArguments();
  if (isCode) return console.log(totpCode(team.factorSecret, totpStep(Date.now())));
  if (reset || !existsSync(join(dir, cloudFiles.seededArticles))) await fill();
  console.log(`The desk of ${brand} is at /desk. Log in as ${team.email} with the password ${team.password};
"npm run demo -- code" prints the code of the authenticator app.`);
  const cloud = spawn(process.execPath, ['local/start.ts'], {
    // The cloud prints the command that makes the demonstration again, without npm too.
    env: { ...process.env, LOCAL_DIR: dir, npm_lifecycle_event: 'demo' },
    stdio: 'inherit',
  });
  // Ctrl-C reaches both processes.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => cloud.kill());
  await once(cloud, 'exit');
}

async function fill(): Promise<void> {
  await mkdir(dir, { recursive: true });
  await resetCloud(dir);
  const today = new Date();
  // Stripe's tax registrations begin when the account is opened.
  let at = new Date(today.getTime() - 3 * 365 * 24 * 60 * 60 * 1000);
  const clock = {
    now: () => at,
    setTo(next: Date) {
      at = next;
    },
  };
  // The functions log each purchase.
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
  const { fillDemo } = await import('./fill-demo.ts');
  const stack = await readStack();
  const stores = await openDemoStores(stack, cloudFolder(dir), clock.now);
  const adminId = addDemoAdmin(stores.pool, stack.userPool.id, { ...team, now: today });
  await fillDemo(stores, clock, { today, adminId, count: demoPeople }, (done, all) =>
    process.stdout.write(`\rPlaying two years of history: ${Math.round((100 * done) / all)} %`),
  );
  await stores.close();
  process.stdout.write('\rPlayed two years of history.        \n');
}

function readArguments(): { isCode: boolean; reset: boolean } {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { reset: { type: 'boolean', default: false } },
    });
    const [word, ...more] = positionals;
    if (more.length > 0 || (word !== undefined && word !== 'code')) throw new Error(usage);
    return { isCode: word === 'code', reset: values.reset };
  } catch {
    throw new Error(usage);
  }
}

run().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
