import { relative } from 'node:path';
import type { ListedTest } from './listed-tests.ts';

/** The fields that we read from Vitest's `json` reporter. */
export interface TestReport {
  testResults: {
    name: string;
    /** Why the file failed outside its tests. */
    message?: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
}

export interface Verdict {
  passed: number;
  /** Tests that fail for the reason in the list. */
  listed: number;
  /** One line for each file. */
  files: { file: string; passed: number; ran: number }[];
  /** One sentence for each test whose outcome the list does not have. */
  surprises: string[];
}

/** Compares the outcomes of the specs with the list of tests that fail on the second cloud. */
export function judgeTests({ testResults }: TestReport, list: ListedTest[]): Verdict {
  const outcomes = testResults.flatMap(({ name, message, assertionResults }) => {
    const file = fileOf(name);
    const ran = assertionResults.filter(({ status }) => status === 'passed' || status === 'failed');
    const broken = ran.length === 0 ? [{ file, test: '', hasFailed: true, why: message }] : [];
    return [
      ...broken,
      ...ran.map(({ fullName, status, failureMessages = [] }) => ({
        file,
        test: fullName.trim(),
        hasFailed: status === 'failed',
        why: failureMessages[0],
      })),
    ];
  });
  const isListed = ({ file, test }: { file: string; test: string }) =>
    list.some((entry) => entry.file === file && matches(entry, test));
  const failed = outcomes.filter(({ hasFailed }) => hasFailed);
  const unlisted = failed.filter((outcome) => !isListed(outcome));
  const outdated = list.filter(
    (entry) =>
      outcomes.some(({ file }) => file === entry.file) &&
      !failed.some(({ file, test }) => file === entry.file && matches(entry, test)),
  );
  return {
    passed: outcomes.length - failed.length,
    listed: failed.length - unlisted.length,
    files: [...Map.groupBy(outcomes, ({ file }) => file)].map(([file, all]) => ({
      file,
      passed: all.filter(({ hasFailed }) => !hasFailed).length,
      ran: all.length,
    })),
    surprises: [
      ...unlisted.map(({ file, test, why }) => `${file}: "${test}" failed: ${why?.slice(0, 500)}`),
      ...outdated.map(({ file, test }) => `${file}: "${test}" passes now. Remove it from the list.`),
    ],
  };
}

const fileOf = (path: string) => relative('test/cloud', path);

/** An asterisk in the list is any text. */
function matches({ test }: ListedTest, name: string): boolean {
  const pattern = test.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pattern.join('.*')}$`, 's').test(name);
}
