import { availableParallelism } from 'node:os';
import type { TestProject } from 'vitest/node';
import { startCloudProcess } from '../cloud-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    clouds?: { siteUrl: string; dir: string }[];
  }
}

/** Starts a local cloud for each worker before the first test, because starting one for each file takes longer than most files. */
export default async function startSharedClouds(project: TestProject): Promise<() => Promise<void>> {
  const clouds = await Promise.all(Array.from({ length: availableParallelism() }, () => startCloudProcess()));
  project.provide(
    'clouds',
    clouds.map(({ siteUrl, dir }) => ({ siteUrl, dir })),
  );
  return async () => {
    await Promise.all(clouds.map((cloud) => cloud.dispose()));
  };
}
