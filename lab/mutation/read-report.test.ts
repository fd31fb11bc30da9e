import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readReport, scoreOf } from './read-report.ts';

const source = 'const a =\n  b + 1;\nreturn a > 2;\n';
const at = (startLine: number, startColumn: number, endLine: number, endColumn: number) => ({
  start: { line: startLine, column: startColumn },
  end: { line: endLine, column: endColumn },
});

function read() {
  const dir = mkdtempSync(join(tmpdir(), 'mutation-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const mutants = [
    { status: 'Survived', replacement: 'c', location: at(1, 10, 2, 8) },
    { status: 'NoCoverage', replacement: 'a >= 2', location: at(3, 8, 3, 13) },
    ...['Killed', 'Killed', 'Timeout', 'Ignored', 'RuntimeError'].map((status) => ({
      status,
      location: at(3, 8, 3, 13),
    })),
  ];
  const file = join(dir, 'report.json');
  writeFileSync(file, JSON.stringify({ files: { 'lambdas/domain/a/b.ts': { source, mutants } } }));
  return readReport(file);
}

describe('readReport', () => {
  it('counts by folder, and names the code of each survivor', () => {
    expect(read()).toEqual([
      {
        folder: 'lambdas/domain/a',
        killed: 3,
        timedOut: 1,
        ignored: 1,
        survivors: [
          {
            file: 'lambdas/domain/a/b.ts',
            line: 1,
            code: '\n  b + 1',
            within: 'const a =',
            replacement: 'c',
          },
          {
            file: 'lambdas/domain/a/b.ts',
            line: 3,
            code: 'a > 2',
            within: 'return a > 2;',
            replacement: 'a >= 2',
          },
        ],
      },
    ]);
  });
});

describe('scoreOf', () => {
  it('is the share of killed changes, without those that were ignored', () => {
    expect(scoreOf(read())).toBe(60);
  });
});
