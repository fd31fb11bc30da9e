import { beforeEach, describe, expect, test } from 'vitest';
import { deployStage } from './deploy-stage.ts';

/** The commands and questions. */
let done: string[];
/** A pattern of the command that fails. */
let failing: RegExp | undefined;
let problems: number;
beforeEach(() => {
  done = [];
  failing = undefined;
  problems = 0;
});

const deploy = ({
  answer = undefined as string | undefined,
  isAnswered = false,
  isSynthesized = false,
} = {}) =>
  deployStage('dev', {
    isAnswered,
    isSynthesized,
    run(command, ...args) {
      const line = [command.replace('node_modules/.bin/', ''), ...args].join(' ');
      done.push(line);
      return failing?.test(line) ? 1 : 0;
    },
    countProblems: async () => problems,
    ask:
      answer === undefined
        ? undefined
        : async (question) => {
            done.push(question);
            return answer;
          },
    readSiteUrl: async () => 'https://d1.cloudfront.net',
  });

const stacks = ['data', 'delivery', 'events', 'publishing', 'monitoring']
  .map((part) => `lorewright-dev-${part}`)
  .join(' ');
const comparison = `cdk diff ${stacks} --app cdk.out --build true`;
const steps = [
  'npm run --silent build',
  'cdk synth --quiet --build true --output cdk.out --context stage=dev',
  comparison,
];
const question = 'Deploy this to dev? (yes/no) ';
const deployment = `cdk deploy ${stacks} --app cdk.out --build true --require-approval never`;

test.each(['yes', 'y', ' Yes '])(
  'deploys the shown changes after "%s", and prints the URL',
  async (answer) => {
    expect(await deploy({ answer })).toMatch(
      /answers at https:\/\/d1\.cloudfront\.net\nNext: npm run doctor -- --stage dev$/,
    );
    expect(done).toEqual([...steps, question, deployment]);
  },
);

test.each(['no', '', 'yesterday'])('does not deploy after "%s"', async (answer) => {
  await expect(deploy({ answer })).rejects.toThrow(/^Nothing was deployed\.$/);
  expect(done).toEqual([...steps, question]);
});

test('does not ask with --yes', async () => {
  await deploy({ isAnswered: true });
  expect(done).toEqual([...steps, deployment]);
});

test('builds and synthesizes nothing with --synthesized', async () => {
  await deploy({ isAnswered: true, isSynthesized: true });
  expect(done).toEqual([comparison, deployment]);
});

test('does not start without a terminal', async () => {
  await expect(deploy()).rejects.toThrow('Add --yes');
  expect(done).toEqual([]);
});

test('reports problems before it builds', async () => {
  problems = 1;
  await expect(deploy({ answer: 'yes' })).rejects.toThrow('fix the problems above first');
  expect(done).toEqual([]);
});

describe('a step that fails', () => {
  test.each([
    [/build$/, 'The build failed. Nothing was deployed.', 1],
    [/synth/, 'The stacks could not be synthesized. Nothing was deployed.', 2],
    [/diff/, 'The changes could not be computed. Nothing was deployed.', 3],
    [/deploy /, 'The deployment failed; the reason is above.', 5],
  ])('explains a failed step with "%s"', async (command, sentence, stepsDone) => {
    failing = command;
    await expect(deploy({ answer: 'yes' })).rejects.toThrow(sentence);
    expect(done).toHaveLength(stepsDone);
  });
});
