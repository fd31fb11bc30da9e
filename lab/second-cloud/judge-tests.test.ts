import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgeTests } from './judge-tests.ts';

const ran = (file: string, ...tests: [fullName: string, status: string][]) => ({
  name: resolve('test/cloud', file),
  message: '',
  assertionResults: tests.map(([fullName, status]) => ({
    fullName,
    status,
    tags: [] as string[],
    failureMessages: ['It broke.'],
  })),
});

const listed = (test: string) => ({ file: 'a.test.ts', test, reason: 'MiniStack lacks it.' });

describe('judgeTests', () => {
  it('accepts failures in the list, where an asterisk matches any text', () => {
    const file = ran(
      'a.test.ts',
      ['the desk shows a (person)', 'failed'],
      ['works', 'passed'],
      ['old', 'skipped'],
    );
    expect(judgeTests({ testResults: [file] }, [listed('the desk * a (person)')])).toEqual({
      passed: 1,
      listed: 1,
      files: [{ file: 'a.test.ts', passed: 1, ran: 2 }],
      surprises: [],
    });
  });

  it('reports a failure that is not in the list of its file', () => {
    const file = ran('b.test.ts', ['works', 'failed']);
    expect(judgeTests({ testResults: [file] }, [listed('works')]).surprises).toEqual([
      'b.test.ts: "works" failed: It broke.',
    ]);
  });

  it('reports a listed test that passes and an entry without a test, except for files that did not run', () => {
    const list = [listed('w*'), listed('gone'), { ...listed('works'), file: 'c.test.ts' }];
    const file = ran('a.test.ts', ['works', 'passed'], ['walks', 'failed']);
    expect(judgeTests({ testResults: [file] }, list).surprises).toEqual([
      'a.test.ts: "works" passes now. Remove it from the list.',
      'a.test.ts: there is no test "gone". Remove it from the list.',
    ]);
  });

  it('accepts both outcomes of a test that fails only sometimes', () => {
    const list = [{ ...listed('works'), sometimes: true as const }];
    for (const status of ['passed', 'failed'])
      expect(judgeTests({ testResults: [ran('a.test.ts', ['works', status])] }, list).surprises).toEqual([]);
  });

  it('counts the tests of a file whose preparation fails as failures, without the extended ones', () => {
    const file = {
      ...ran('a.test.ts', ['works', 'skipped'], ['works long', 'skipped']),
      message: 'No account.',
    };
    file.assertionResults[1]?.tags.push('extended');
    expect(judgeTests({ testResults: [file] }, []).surprises).toEqual([
      'a.test.ts: "works" failed: No account.',
    ]);
  });
});
