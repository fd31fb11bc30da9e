import { describe, expect, test } from 'vitest';
import { readPlaywrightReport, readVitestReport, renderReport } from './report.ts';

test('prints a line for each part and one for all, and lists the slowest files', () => {
  const unitFiles = Array.from({ length: 12 }, (_, index) => ({
    path: `unit-${index}.test.ts`,
    seconds: index,
  }));
  const report = renderReport(
    [
      { name: 'build', tests: 0, skipped: 0, hasFailed: false, seconds: 9.04, files: [] },
      { name: 'infra', tests: 0, skipped: 0, hasFailed: true, seconds: 36, files: [] },
      { name: 'unit', tests: 3285, skipped: 2, hasFailed: false, seconds: 110.2, files: unitFiles },
      {
        name: 'browser',
        tests: 20,
        skipped: 0,
        hasFailed: false,
        seconds: 240,
        files: [{ path: 'home.spec.ts', seconds: 48.8 }],
      },
    ],
    361.5,
  );
  const lines = report.split('\n');
  expect(lines.slice(0, 7)).toEqual([
    'build                    9.0 s',
    'infra         failed    36.0 s',
    'unit      3285 tests   110.2 s  (2 skipped)',
    'browser     20 tests   240.0 s',
    'all       3305 tests   361.5 s',
    '',
    'The slowest files:',
  ]);
  expect(lines.slice(7)).toHaveLength(10);
  expect(lines.slice(7, 9)).toEqual(['  48.8 s  home.spec.ts', '  11.0 s  unit-11.test.ts']);
});

test('lists no slowest files when no part has tests', () => {
  expect(
    renderReport([{ name: 'build', tests: 0, skipped: 0, hasFailed: false, seconds: 9, files: [] }], 9),
  ).not.toContain('slowest');
});

describe('the report of Vitest', () => {
  const report = {
    testResults: [
      {
        name: '/repository/lib/stages.test.ts',
        startTime: 1000,
        endTime: 2500,
        assertionResults: [
          { status: 'passed', tags: [] },
          { status: 'failed', tags: ['extended'] },
          { status: 'skipped', tags: [] },
          { status: 'skipped', tags: ['extended'] },
        ],
      },
    ],
  };

  test('gives the number of tests and the duration of each file', () => {
    expect(readVitestReport(report, '/repository')).toEqual({
      tests: 2,
      skipped: 2,
      files: [{ path: 'lib/stages.test.ts', seconds: 1.5 }],
    });
  });

  test('does not count the tests that the run leaves out as skipped', () => {
    expect(readVitestReport(report, '/repository', 'extended')).toMatchObject({ tests: 2, skipped: 1 });
  });
});

test('adds up all attempts of each test, including tests in groups', () => {
  const spec = (...durations: number[]) => ({
    tests: [{ status: 'expected', results: durations.map((duration) => ({ duration })) }],
  });
  const home = {
    file: 'home.spec.ts',
    specs: [spec(500), { tests: [{ status: 'skipped', results: [] }] }],
    suites: [{ file: 'home.spec.ts', specs: [spec(700, 800)] }],
  };
  expect(readPlaywrightReport({ suites: [home] }, 'test/e2e')).toEqual({
    tests: 2,
    skipped: 1,
    files: [{ path: 'test/e2e/home.spec.ts', seconds: 2 }],
  });
});
