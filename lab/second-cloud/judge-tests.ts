import { relative } from 'node:path';
import type { ListedTest } from './listed-tests.ts';

/** The fields that we read from Vitest's `json` reporter. */
export interface TestReport {
  testResults: {
    name: string;
    /** Why the file failed outside its tests. */
    message?: string;
    assertionResults: { fullName: string; status: string; tags: string[]; failureMessages?: string[] }[];
  }[];
}

export interface Verdict {
  passed: number;
  /** Tests that fail for the reason in the list. */
  listed: number;
  /** One line for each file. */
  files: { file: string; passed: number; ran: number }[];
  /** One sentence for each test whose outcome differs from the list. */
  surprises: string[];
}

interface Outcome {
  file: string;
  test: string;
  hasFailed: boolean;
  why: string;
}

/** Compares the outcomes of the specs with the list of tests that fail on the second cloud. */
export function judgeTests({ testResults }: TestReport, list: ListedTest[]): Verdict {
  const outcomes = testResults.flatMap(readOutcomes);
  const listedIn =
    (entries: ListedTest[]) =>
    ({ file, test }: Outcome) =>
      entries.some((entry) => entry.file === file && matches(entry, test));
  const isListed = listedIn(list);
  const alwaysFails = listedIn(list.filter(({ sometimes }) => !sometimes));
  const failed = outcomes.filter(({ hasFailed }) => hasFailed);
  const passed = outcomes.filter(({ hasFailed }) => !hasFailed);
  const files = Map.groupBy(outcomes, ({ file }) => file);
  const unknown = list.filter((entry) => {
    const ofFile = files.get(entry.file);
    return ofFile && !ofFile.some(({ test }) => matches(entry, test));
  });
  return {
    passed: passed.length,
    listed: failed.filter(isListed).length,
    files: [...files].map(([file, all]) => ({
      file,
      passed: all.filter(({ hasFailed }) => !hasFailed).length,
      ran: all.length,
    })),
    surprises: [
      ...failed
        .filter((outcome) => !isListed(outcome))
        .map(({ file, test, why }) => `${file}: "${test}" failed: ${why.slice(0, maxReason)}`),
      ...passed
        .filter(alwaysFails)
        .map(({ file, test }) => `${file}: "${test}" passes now. Remove it from the list.`),
      ...unknown.map(({ file, test }) => `${file}: there is no test "${test}". Remove it from the list.`),
    ],
  };
}

const maxReason = 500;

function readOutcomes({
  name,
  message = '',
  assertionResults,
}: TestReport['testResults'][number]): Outcome[] {
  const file = relative('test/cloud', name);
  const ran = assertionResults.filter(({ status }) => status === 'passed' || status === 'failed');
  // If the preparation of a file fails, all its tests are skipped.
  const prevented =
    ran.length === 0 && message ? assertionResults.filter(({ tags }) => !tags.includes('extended')) : [];
  return [
    ...prevented.map(({ fullName }) => ({ file, test: fullName.trim(), hasFailed: true, why: message })),
    ...ran.map(({ fullName, status, failureMessages = [] }) => ({
      file,
      test: fullName.trim(),
      hasFailed: status === 'failed',
      why: failureMessages[0] ?? '',
    })),
  ];
}

/** An asterisk in the list matches any text. */
function matches({ test }: ListedTest, name: string): boolean {
  const pattern = test.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pattern.join('.*')}$`, 's').test(name);
}
