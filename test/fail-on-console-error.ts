import { afterEach, expect, vi } from 'vitest';

/**
 * A test that expects a console error replaces this spy; any other console error fails the test.
 */
const consoleError = vi.spyOn(console, 'error');

afterEach(() => {
  const calls = consoleError.mock.calls.map((call) => call.map(String).join(' '));
  consoleError.mockClear();
  expect(calls, 'unexpected console.error').toEqual([]);
});
