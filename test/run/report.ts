/** The parts of `npm test`, in the order of the report. */
export const partNames = ['check', 'build', 'unit', 'infra', 'data', 'cloud', 'browser'] as const;
export type PartName = (typeof partNames)[number];

/** The results of one part. */
export interface Part {
  name: PartName;
  /** The number of tests that ran. Zero for a part without tests, such as the build. */
  tests: number;
  skipped: number;
  hasFailed: boolean;
  seconds: number;
  files: FileTime[];
}

interface FileTime {
  path: string;
  /** The sum of the times of its tests, which workers may run concurrently. */
  seconds: number;
}

const slowestCount = 10;

/** One line for each part, one for all, and the slowest files. No test fails because of time. */
export function renderReport(parts: Part[], totalSeconds: number): string {
  const nameWidth = Math.max(...parts.map(({ name }) => name.length), 'all'.length);
  const line = (name: string, count: string, seconds: number) =>
    `${name.padEnd(nameWidth)}  ${count.padStart(11)}  ${renderSeconds(seconds)}`;
  const countOf = (tests: number) => (tests > 0 ? `${tests} tests` : '');
  const slowest = parts
    .flatMap(({ files }) => files)
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, slowestCount);
  return [
    ...parts.map(
      ({ name, tests, skipped, hasFailed, seconds }) =>
        line(name, hasFailed ? 'failed' : countOf(tests), seconds) +
        (skipped > 0 ? `  (${skipped} skipped)` : ''),
    ),
    line('all', countOf(sum(parts.map(({ tests }) => tests))), totalSeconds),
    ...(slowest.length > 0 ? ['', 'The slowest files:'] : []),
    ...slowest.map(({ path, seconds }) => `${renderSeconds(seconds)}  ${path}`),
  ].join('\n');
}

const renderSeconds = (seconds: number) => `${seconds.toFixed(1).padStart(6)} s`;
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** The fields that we read from Vitest's `json` reporter. Times are in milliseconds. */
export interface VitestReport {
  testResults: {
    name: string;
    startTime: number;
    endTime: number;
    assertionResults: { status: string; tags: string[] }[];
  }[];
}

/** The figures of a part, from the report of its tool. */
export type Result = Pick<Part, 'tests' | 'skipped' | 'files'>;

/**
 * @param root the folder that the paths are relative to
 * @param excludedTag the tag of the tests that the run leaves out; they do not count as skipped
 */
export function readVitestReport({ testResults }: VitestReport, root: string, excludedTag?: string): Result {
  const ran = ({ status }: { status: string }) => status === 'passed' || status === 'failed';
  const tests = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter((test) => ran(test) || excludedTag === undefined || !test.tags.includes(excludedTag));
  const skipped = tests.filter((test) => !ran(test)).length;
  const files = testResults.map(({ name, startTime, endTime }) => ({
    path: name.startsWith(`${root}/`) ? name.slice(root.length + 1) : name,
    seconds: (endTime - startTime) / 1000,
  }));
  return { tests: tests.length - skipped, skipped, files };
}

/** The fields that we read from Playwright's `json` reporter. Times are in milliseconds. */
export interface PlaywrightReport {
  suites: PlaywrightSuite[];
}

interface PlaywrightSuite {
  file: string;
  specs: { tests: { status: string; results: { duration: number }[] }[] }[];
  suites?: PlaywrightSuite[];
}

/** @param folder the folder of the files in the report */
export function readPlaywrightReport({ suites }: PlaywrightReport, folder: string): Result {
  const files = suites.map((suite) => ({ path: `${folder}/${suite.file}`, tests: testsOf(suite) }));
  const all = files.flatMap(({ tests }) => tests);
  const skipped = all.filter(({ isSkipped }) => isSkipped).length;
  return {
    tests: all.length - skipped,
    skipped,
    files: files.map(({ path, tests }) => ({ path, seconds: sum(tests.map(({ seconds }) => seconds)) })),
  };
}

/** All tests of a suite, each with the total time of its attempts. */
function testsOf({ specs, suites = [] }: PlaywrightSuite): { seconds: number; isSkipped: boolean }[] {
  const own = specs.flatMap(({ tests }) =>
    tests.map(({ status, results }) => ({
      seconds: sum(results.map(({ duration }) => duration)) / 1000,
      isSkipped: status === 'skipped',
    })),
  );
  return [...own, ...suites.flatMap(testsOf)];
}
