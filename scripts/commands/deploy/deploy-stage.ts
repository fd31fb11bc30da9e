import type { StageName } from '../../../lib/stages.ts';
import { isYes } from '../terminal/ask-on-terminal.ts';

export interface Surroundings {
  /**
   * Runs a command of this repository, in sight of whoever waits.
   * @returns its exit code
   */
  run: (command: string, ...args: string[]) => number;
  /** Tells what the account and the settings lack before anything can be deployed, and how many things these are. */
  countProblems: () => Promise<number>;
  /** Undefined where nobody is there to be asked. */
  ask: ((question: string) => Promise<string>) | undefined;
  readSiteUrl: () => Promise<string>;
}

/** Where the stacks are put together: what was shown is what is deployed, whatever happens to the sources meanwhile. */
const assembly = 'cdk.out';
const cdk = 'node_modules/.bin/cdk';
/** The build has run, and once is enough. */
const built = ['--build', 'true'];

/**
 * Builds, shows what would change, asks, and deploys.
 * @param isAnswered whether to go on without asking
 * @returns what to tell in the end
 * @throws Error one sentence, for the first step that fails or is refused. Until the last step nothing is changed.
 */
export async function deployStage(
  stage: StageName,
  { isAnswered, ...surroundings }: Surroundings & { isAnswered: boolean },
): Promise<string> {
  const { run, countProblems, ask, readSiteUrl } = surroundings;
  if (!isAnswered && !ask) {
    throw new Error('Nobody is here to be asked. Add --yes to deploy whatever has changed.');
  }
  if ((await countProblems()) > 0) throw new Error('Nothing was deployed: mend what stands above first.');
  step('The build failed', 'npm', 'run', '--silent', 'build');
  step(
    'The stacks could not be put together',
    cdk,
    ...['synth', '--quiet', ...built, '--output', assembly, '--context', `stage=${stage}`],
  );
  step('What would change could not be found out', cdk, 'diff', '--app', assembly, ...built);
  if (!isAnswered && ask && !isYes(await ask(`Deploy this to ${stage}? (yes/no) `))) {
    throw new Error('Nothing was deployed.');
  }
  // The question was asked above, and of all that changes.
  if (run(cdk, 'deploy', '--all', '--app', assembly, ...built, '--require-approval', 'never') !== 0) {
    throw new Error(
      `The deployment failed; the reason is above. CloudFormation restores the stack that failed, and the stacks before it are deployed. Remove the cause and deploy again. Then: npm run doctor -- --stage ${stage}`,
    );
  }
  return `\nThe stage "${stage}" answers at ${await readSiteUrl()}\nNext: npm run doctor -- --stage ${stage}`;

  function step(failure: string, command: string, ...args: string[]): void {
    if (run(command, ...args) !== 0) throw new Error(`${failure}. Nothing was deployed.`);
  }
}
