import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgeTests } from './judge-tests.ts';

const ran = (file: string, ...tests: [fullName: string, status: string][]) => ({
  name: resolve('test/cloud', file),
  message: '',
  assertionResults: tests.map(([fullName, status]) => ({ fullName, status, failureMessages: ['It broke.'] })),
});

const listed = (test: string) => ({ file: 'a.test.ts', test, reason: 'MiniStack lacks it.' });

describe('judgeTests', () => {
  it('accepts failures in the list, whose asterisks are any text', () => {
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

  it('reports an entry whose tests pass, but not one whose file did not run', () => {
    const list = [listed('works'), { ...listed('works'), file: 'c.test.ts' }];
    expect(judgeTests({ testResults: [ran('a.test.ts', ['works', 'passed'])] }, list).surprises).toEqual([
      'a.test.ts: "works" passes now. Remove it from the list.',
    ]);
  });

  it('counts a file that fails before its tests as one failure without a name', () => {
    const file = { ...ran('a.test.ts', ['works', 'skipped']), message: 'No account.' };
    expect(judgeTests({ testResults: [file] }, []).surprises).toEqual(['a.test.ts: "" failed: No account.']);
    expect(judgeTests({ testResults: [file] }, [listed('')])).toMatchObject({ listed: 1, surprises: [] });
  });
});
