import * as events from '../../../contract/events/events.ts';
import { removeOldAssets } from '../../domain/site-builds/remove-old-assets.ts';
import { siteBuildStore } from '../../domain/site-builds/site-build-store.ts';
import { s3 } from '../../platform/aws/s3.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { consume } from '../../platform/consume.ts';
import { logger } from '../../platform/logger.ts';

const { SITE_BUCKET } = readConfig({ SITE_BUCKET: resourceName });
const dependencies = { store: siteBuildStore(s3(), SITE_BUCKET), now: () => new Date() };

/** After a deployment of the site, removes the assets of old builds. */
export const handler = consume(events.objectCreated, async () => {
  logger.info('removed assets of earlier builds', { assets: await removeOldAssets(dependencies) });
});
