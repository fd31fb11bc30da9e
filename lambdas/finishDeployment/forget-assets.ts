import { removeOldAssets } from '../domain/site-builds/site-build-store.ts';
import { logger } from '../platform/logger.ts';
import type { Dependencies } from './compose.ts';

/** After a deployment of the site, removes the assets of old builds. */
export async function forgetAssets(dependencies: Dependencies): Promise<void> {
  logger.info('removed assets of earlier builds', { assets: await removeOldAssets(dependencies) });
}
