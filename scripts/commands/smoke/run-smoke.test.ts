import { describe, expect, it, vi } from 'vitest';
import {
  cleanUpName,
  countFailures,
  describeRows,
  failed,
  needsEyes,
  notPossible,
  passed,
  runSmoke,
  type SmokeCheck,
} from './run-smoke.ts';

const pass = (name: string, needs: string[] = []): SmokeCheck => ({ name, needs, run: async () => passed });

function start(checks: SmokeCheck[], cleanUp = vi.fn(async () => {})) {
  const interruption = new AbortController();
  const rows = runSmoke(checks, { signal: interruption.signal, onStart: () => {}, cleanUp });
  return { rows, cleanUp, interrupt: () => interruption.abort() };
}

describe('runSmoke', () => {
  it('runs each check and then removes what they made', async () => {
    const { rows, cleanUp } = start([pass('one'), pass('two')]);
    expect((await rows).map(({ name, outcome }) => [name, outcome.result])).toEqual([
      ['one', 'passed'],
      ['two', 'passed'],
      [cleanUpName, 'passed'],
    ]);
    expect(cleanUp).toHaveBeenCalledTimes(1);
  });

  it('continues after an error, except for the checks that need the failed one, and cleans up', async () => {
    const broken: SmokeCheck = { name: 'broken', run: () => Promise.reject(new Error('It is away.')) };
    const { rows, cleanUp } = start([broken, pass('dependent', ['broken']), pass('other')]);
    expect((await rows).map(({ outcome }) => outcome)).toEqual([
      failed('It is away.'),
      notPossible('"broken" did not pass'),
      passed,
      passed,
    ]);
    expect(cleanUp).toHaveBeenCalledTimes(1);
    expect(countFailures(await rows)).toBe(1);
  });

  it('starts no further check after Ctrl-C, and cleans up', async () => {
    let arrive = () => {};
    const started = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const waiting: SmokeCheck = {
      name: 'waiting',
      run: (signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('aborted')));
          arrive();
        }),
    };
    const later = vi.fn(async () => passed);
    const { rows, cleanUp, interrupt } = start([waiting, { name: 'later', run: later }]);
    await started;
    interrupt();
    const interrupted = notPossible('the run was interrupted');
    expect((await rows).map(({ outcome }) => outcome)).toEqual([interrupted, interrupted, passed]);
    expect(later).not.toHaveBeenCalled();
    expect(cleanUp).toHaveBeenCalledTimes(1);
  });

  it('counts it as a failure when something cannot be removed', async () => {
    const { rows } = start([], vi.fn().mockRejectedValue(new Error('The account remains.')));
    expect(countFailures(await rows)).toBe(1);
  });
});

describe('describeRows', () => {
  it('prints the name, the result and the reason of each check', () => {
    const rows = [
      { name: 'Caching', outcome: passed },
      { name: 'Alarms', outcome: needsEyes('read the emails') },
    ];
    expect(describeRows(rows)).toEqual(['Caching  passed', 'Alarms   needs your eyes  read the emails']);
  });

  it('counts only failures as failures', () => {
    const rows = [needsEyes('a'), notPossible('b'), passed, failed('c')].map((outcome) => ({
      name: 'x',
      outcome,
    }));
    expect(countFailures(rows)).toBe(1);
  });
});
