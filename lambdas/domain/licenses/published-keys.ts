import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { JSONWebKeySet } from 'jose';
import { licenseKeysFile } from '../../../contract/records/license-file-name.ts';
import { describeError, logger } from '../../platform/logger.ts';

/** Keys are added with a deployment, weeks before they sign; see docs/decisions/038. */
const rememberedForMs = 5 * 60 * 1000;
/** For a license with an unknown key, so that forged licenses cause few reads. */
const readAgainAfterMs = 60 * 1000;

export type PublishedKeys = ReturnType<typeof publishedKeys>;

/** The public keys of licenses that the site publishes, kept in memory. */
export function publishedKeys(client: S3Client, siteBucket: string) {
  let latest: { keys: JSONWebKeySet; readAtMs: number } | undefined;

  async function read(now: Date, maxAgeMs: number): Promise<JSONWebKeySet> {
    if (latest && now.getTime() - latest.readAtMs < maxAgeMs) return latest.keys;
    try {
      latest = { keys: await readFile(), readAtMs: now.getTime() };
    } catch (error) {
      // Keys are only added, so those in memory are still right.
      if (!latest) throw error;
      logger.error('could not read the keys of licenses', { error: describeError(error) });
    }
    return latest.keys;
  }

  async function readFile(): Promise<JSONWebKeySet> {
    const { Body: body } = await client.send(
      new GetObjectCommand({ Bucket: siteBucket, Key: licenseKeysFile }),
    );
    return JSON.parse((await body?.transformToString()) ?? '');
  }

  return {
    read: (now: Date) => read(now, rememberedForMs),
    /** For a key that is not among those of `read`. Reads the file at most once a minute. */
    readAgain: (now: Date) => read(now, readAgainAfterMs),
  };
}
