import type { TestProject } from 'vitest/node';
import { startCloudProcess } from '../cloud-process.ts';
import type { CloudAddress } from './cloud-under-test.ts';

declare module 'vitest' {
  interface ProvidedContext {
    clouds?: CloudAddress[];
  }
}

/**
 * Starts a local cloud for each worker before the first test, because starting one for each file
 * takes longer than most files.
 */
export default async function startSharedClouds(project: TestProject): Promise<() => Promise<void>> {
  const { SECOND_CLOUD: second } = process.env;
  if (second) {
    project.provide('clouds', [{ ...JSON.parse(second), isSecond: true }]);
    return async () => {};
  }
  // Elsewhere 127.0.0.1 is the only address of the machine, and rate limits would count all files
  // together, so each file starts its own cloud.
  if (process.platform !== 'linux') return async () => {};
  const starts = Array.from({ length: project.vitest.config.maxWorkers }, () => startCloudProcess());
  const outcomes = await Promise.allSettled(starts);
  const clouds = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const failure = outcomes.find(({ status }) => status === 'rejected');
  if (failure) {
    await Promise.all(clouds.map((cloud) => cloud.dispose()));
    throw (failure as PromiseRejectedResult).reason;
  }
  project.provide(
    'clouds',
    clouds.map(({ siteUrl, dir }) => ({ siteUrl, dir })),
  );
  return async () => {
    await Promise.all(clouds.map((cloud) => cloud.dispose()));
  };
}
