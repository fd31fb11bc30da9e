import { createRequire } from 'node:module';
import { vi } from 'vitest';

// Test files that replace modules, AWS clients, clocks or the environment share workers, because a
// new worker loads the AWS SDK again. This setup file runs before each of them and undoes what the
// file before has left. It drops our modules, which read the environment when they are imported.
// Packages stay loaded.

/** The environment of this worker before its first file. */
const shared = globalThis as { environmentBeforeTests?: NodeJS.ProcessEnv };
shared.environmentBeforeTests ??= { ...process.env };

/** `mockClient()` stubs methods in Sinon's default sandbox, and Sinon is a dependency of its package. */
const requireHere = createRequire(import.meta.url);
const requireAsMocks = createRequire(requireHere.resolve('aws-sdk-client-mock'));
const sinon: { restore(): void } = requireAsMocks('sinon');

export function resetWorker(): void {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  sinon.restore();
  const { environmentBeforeTests } = shared;
  for (const name of Object.keys(process.env))
    if (environmentBeforeTests?.[name] === undefined) delete process.env[name];
  Object.assign(process.env, environmentBeforeTests);
  vi.resetModules();
}

resetWorker();
