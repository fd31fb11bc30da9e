import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const folders = [
  'tables',
  'accounts',
  'objects',
  'stripe',
  'queues',
  'mail',
  'metrics',
  'sample-release',
] as const;

/** The files next to the folders, by content. */
export const cloudFiles = { endpoints: 'endpoints.json', seededArticles: 'seeded-articles' };

/** The paths of the folders in which the local cloud keeps its data. */
export type CloudFolder = (name: (typeof folders)[number]) => string;

export function cloudFolder(dir: string): CloudFolder {
  return (name) => join(resolve(dir), name);
}

/** Deletes the data of the local cloud, and nothing else in the same folder. */
export async function resetCloud(dir: string): Promise<void> {
  await refuseSecond(dir);
  for (const name of [...folders, ...Object.values(cloudFiles)])
    await rm(join(dir, name), { recursive: true, force: true });
}

/**
 * Two clouds in one folder would overwrite each other's data.
 * @throws Error one sentence for people, when another cloud runs there
 */
export async function refuseSecond(dir: string): Promise<void> {
  const text = await readFile(join(dir, cloudFiles.endpoints), 'utf8').catch(() => undefined);
  if (!text) return;
  const siteUrl = /"siteUrl": "([^"]+)"/.exec(text)?.[1];
  // A cloud that was killed leaves the file but does not answer.
  const answers = await fetch(`${siteUrl}/__local/mail.json`).then(
    (response) => response.ok,
    () => false,
  );
  if (answers) {
    throw new Error(
      `A local cloud with its data in ${dir} is already running at ${siteUrl}. Stop it, or use another folder: LOCAL_DIR=.local-2`,
    );
  }
}
