import { stackNameOf, stackParts } from '../../../lib/stack-parts.ts';
import { type StageName, siteNameOf } from '../../../lib/stages.ts';
import { isYes } from '../terminal/ask-on-terminal.ts';

export interface Surroundings {
  /**
   * Runs a command of this repository and shows its output.
   * @returns its exit code
   */
  run: (command: string, ...args: string[]) => number;
  /** Reports what the account and the settings lack, and returns the number of problems. */
  countProblems: () => Promise<number>;
  /** Undefined without a terminal. */
  ask: ((question: string) => Promise<string>) | undefined;
  readSiteUrl: () => Promise<string>;
}

/** The folder of the synthesized stacks: what was shown is what is deployed, even if the sources change in between. */
const assembly = 'cdk.out';
const cdk = 'node_modules/.bin/cdk';
/** Prevents a second build. */
const built = ['--build', 'true'];

/**
 * Builds, shows what would change, asks, and deploys.
 * @param isAnswered whether to go on without asking
 * @param isSynthesized whether to deploy the stacks in `cdk.out` and build nothing
 * @returns the final message
 * @throws Error one sentence, for the first step that fails or is declined. Nothing changes before
 *   the last step.
 */
export async function deployStage(
  stage: StageName,
  {
    isAnswered,
    isSynthesized,
    ...surroundings
  }: Surroundings & { isAnswered: boolean; isSynthesized: boolean },
): Promise<string> {
  const { run, countProblems, ask, readSiteUrl } = surroundings;
  if (!isAnswered && !ask) {
    throw new Error('There is no terminal for the question. Add --yes to deploy without it.');
  }
  if ((await countProblems()) > 0) throw new Error('Nothing was deployed: fix the problems above first.');
  if (!isSynthesized) {
    step('The build failed', 'npm', 'run', '--silent', 'build');
    step(
      'The stacks could not be synthesized',
      cdk,
      ...['synth', '--quiet', ...built, '--output', assembly, '--context', `stage=${stage}`],
    );
  }
  // The stacks are named, because `cdk.out` may hold the stacks of another stage.
  const stacks = stackParts.map((part) => stackNameOf(siteNameOf(stage), part));
  step('The changes could not be computed', cdk, 'diff', ...stacks, '--app', assembly, ...built);
  if (!isAnswered && ask && !isYes(await ask(`Deploy this to ${stage}? (yes/no) `))) {
    throw new Error('Nothing was deployed.');
  }
  // The question was asked above, and of all that changes.
  if (run(cdk, 'deploy', ...stacks, '--app', assembly, ...built, '--require-approval', 'never') !== 0) {
    throw new Error(
      `The deployment failed; the reason is above. CloudFormation restores the stack that failed, and the stacks before it are deployed. Remove the cause and deploy again. Then: npm run doctor -- --stage ${stage}`,
    );
  }
  return `\nThe stage "${stage}" answers at ${await readSiteUrl()}\nNext: npm run doctor -- --stage ${stage}`;

  function step(failure: string, command: string, ...args: string[]): void {
    if (run(command, ...args) !== 0) throw new Error(`${failure}. Nothing was deployed.`);
  }
}
