import { events } from '../../contract/events.ts';
import { s3 } from '../platform/aws.ts';
import { readConfig, resourceName } from '../platform/config.ts';
import { consume } from '../platform/consume.ts';
import { logger } from '../platform/logger.ts';
import { publishRelease } from '../releases/publish-release.ts';
import { releaseStore } from '../releases/release-store.ts';

const { BUILDS_BUCKET, SITE_URL } = readConfig({ BUILDS_BUCKET: resourceName, SITE_URL: resourceName });
const releases = releaseStore(s3(), BUILDS_BUCKET);

export const handler = consume(events.objectCreated, async ({ object: { key } }) => {
  const version = key.split('/')[1] ?? '';
  const problems = await publishRelease(releases, version, SITE_URL);
  if (problems.length > 0) logger.error('the release is refused', { version, problems });
  else logger.info('the release is complete', { version });
});
