import { removeOldAssets } from '../../domain/site-builds/remove-old-assets.ts';
import { siteBuildStore } from '../../domain/site-builds/site-build-store.ts';
import { s3 } from '../../platform/aws/s3.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { logger } from '../../platform/logger.ts';

const { SITE_BUCKET } = readConfig({ SITE_BUCKET: resourceName });
const dependencies = { store: siteBuildStore(s3(), SITE_BUCKET), now: () => new Date() };

/** After a deployment of the site, removes the assets of old builds. */
export async function forgetAssets(): Promise<void> {
  logger.info('removed assets of earlier builds', { assets: await removeOldAssets(dependencies) });
}
