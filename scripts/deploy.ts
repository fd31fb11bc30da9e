import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { readStage } from '../lib/stages.ts';

/** `npm run deploy -- --stage <name>`: builds, shows what changes in rights, asks, and deploys. */
function run(): void {
  const { values } = parseArgs({ options: { stage: { type: 'string' } } });
  if (!values.stage) throw new Error('Usage: npm run deploy -- --stage <name>');
  const { name } = readStage(values.stage);
  if (name === 'local') throw new Error('The stage "local" runs on this machine: npm start');
  const { status } = spawnSync('node_modules/.bin/cdk', ['deploy', '--context', `stage=${name}`], {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}

try {
  run();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
