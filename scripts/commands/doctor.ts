import { describeFinding, examine } from './doctor/examine.ts';
import { listChecks } from './doctor/list-checks.ts';
import { parseArguments, startCommand } from './terminal/start-command.ts';

const usage = `Usage: npm run doctor -- [--stage <name>]

Checks everything that a stage needs, reports what is missing and what to do, and changes nothing. Exits with 1 if something
is missing. Without --stage it checks the local cloud.`;

async function run(): Promise<void> {
  const { stage } = parseArguments(usage, {
    options: { stage: { type: 'string', default: 'local' } },
  }).values;
  const checks = await listChecks(stage);
  const problems = await examine(checks, (name, finding) => console.log(describeFinding(name, finding)));
  if (problems === 0) {
    const smoke = stage === 'local' ? 'npm run smoke' : `npm run smoke -- --stage ${stage}`;
    console.log(`\nThe stage "${stage}" is ready. Try it with test accounts: ${smoke}`);
    return;
  }
  console.error(
    `\n${problems === 1 ? 'One problem' : `${problems} problems`} on the stage "${stage}". Fix the first one first; others may follow from it.`,
  );
  process.exitCode = 1;
}

startCommand(run);
