import { beforeEach, describe, expect, test } from 'vitest';
import { deployStage } from './deploy-stage.ts';

/** What was run, and what was asked. */
let done: string[];
/** The command that fails. */
let failing: RegExp | undefined;
let problems: number;
beforeEach(() => {
  done = [];
  failing = undefined;
  problems = 0;
});

const deploy = ({ answer = undefined as string | undefined, isAnswered = false } = {}) =>
  deployStage('dev', {
    isAnswered,
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

const steps = [
  'npm run --silent build',
  'cdk synth --quiet --build true --output cdk.out --context stage=dev',
  'cdk diff --app cdk.out --build true',
];
const question = 'Deploy this to dev? (yes/no) ';
const deployment = 'cdk deploy --all --app cdk.out --build true --require-approval never';

test.each(['yes', 'y', ' Yes '])(
  'after "%s" it deploys what it has shown, and says where it answers',
  async (answer) => {
    expect(await deploy({ answer })).toMatch(
      /answers at https:\/\/d1\.cloudfront\.net\nNext: npm run doctor -- --stage dev$/,
    );
    expect(done).toEqual([...steps, question, deployment]);
  },
);

test.each(['no', '', 'yesterday'])('after "%s" it does not', async (answer) => {
  await expect(deploy({ answer })).rejects.toThrow(/^Nothing was deployed\.$/);
  expect(done).toEqual([...steps, question]);
});

test('a machine is not asked', async () => {
  await deploy({ isAnswered: true });
  expect(done).toEqual([...steps, deployment]);
});

test('where nobody can be asked, it does not begin', async () => {
  await expect(deploy()).rejects.toThrow('Add --yes');
  expect(done).toEqual([]);
});

test('what is missing is told before anything is built', async () => {
  problems = 1;
  await expect(deploy({ answer: 'yes' })).rejects.toThrow('mend what stands above first');
  expect(done).toEqual([]);
});

describe('a step that fails ends it with a sentence', () => {
  test.each([
    [/build$/, 'The build failed. Nothing was deployed.', 1],
    [/synth/, 'The stacks could not be put together. Nothing was deployed.', 2],
    [/diff/, 'What would change could not be found out. Nothing was deployed.', 3],
    [/deploy /, 'The deployment failed; the reason is above.', 5],
  ])('%s', async (command, sentence, stepsDone) => {
    failing = command;
    await expect(deploy({ answer: 'yes' })).rejects.toThrow(sentence);
    expect(done).toHaveLength(stepsDone);
  });
});
