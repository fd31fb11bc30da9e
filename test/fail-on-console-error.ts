import { afterEach, expect, vi } from 'vitest';

/** A test that expects an error on the console replaces this spy with its own; any other one is a defect. */
const consoleError = vi.spyOn(console, 'error');

afterEach(() => {
  const calls = consoleError.mock.calls.map((call) => call.map(String).join(' '));
  consoleError.mockClear();
  expect(calls, 'unexpected console.error').toEqual([]);
});
