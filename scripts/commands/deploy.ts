import { spawnSync } from 'node:child_process';
import { readStage } from '../../lib/stages.ts';
import { deployStage } from './deploy/deploy-stage.ts';
import { describeFinding, examine } from './doctor/examine.ts';
import { checksBeforeDeployment } from './doctor/list-checks.ts';
import { readOutputs } from './stage/connect.ts';
import { askOnTerminal } from './terminal/ask-on-terminal.ts';
import { parseArguments, startCommand } from './terminal/start-command.ts';

const usage = `Usage: npm run deploy -- --stage <name> [--yes] [--synthesized]

Builds, shows what would change on AWS, asks, and deploys. settings.ts has the stages.

  --yes            does not ask; for scripts
  --synthesized    builds nothing, and deploys the stacks that "npx cdk synth" wrote to cdk.out`;

async function run(): Promise<void> {
  const { stage, yes, synthesized } = parseArguments(usage, {
    options: {
      stage: { type: 'string' },
      yes: { type: 'boolean', default: false },
      synthesized: { type: 'boolean', default: false },
    },
  }).values;
  if (!stage) throw new Error(usage);
  const { name, settings } = readStage(stage);
  if (name === 'local') throw new Error('The stage "local" runs on this machine: npm start');
  const result = await deployStage(name, {
    isAnswered: yes,
    isSynthesized: synthesized,
    run: (command, ...args) => spawnSync(command, args, { stdio: 'inherit' }).status ?? 1,
    countProblems: () =>
      examine(checksBeforeDeployment(name, settings), (...finding) =>
        console.log(describeFinding(...finding)),
      ),
    ask: askOnTerminal,
    readSiteUrl: async () => (await readOutputs(name))('SiteUrl'),
  });
  console.log(result);
}

startCommand(run);
