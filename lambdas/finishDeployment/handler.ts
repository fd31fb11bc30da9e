import * as events from '../../contract/events/events.ts';
import { licenseKeyIdsFile } from '../../contract/records/license-file.ts';
import { siteBuild } from '../../contract/records/site-build.ts';
import { consume } from '../platform/consume.ts';
import { describeError, logger } from '../platform/logger.ts';
import { compose, type Dependencies } from './compose.ts';
import { draftMailingsOfBuild } from './draft-mailings-of-build.ts';
import { forgetAssets } from './forget-assets.ts';
import { publishKeys } from './publish-keys.ts';

type Job = (dependencies: Dependencies) => Promise<void>;

/** The follow-up of each file that a deployment uploads. Safe to repeat. */
const jobs: Record<string, Job[]> = {
  [siteBuild.file]: [forgetAssets, draftMailingsOfBuild],
  [licenseKeyIdsFile]: [publishKeys],
};

const dependencies = compose();

export const handler = consume(events.objectCreated, async ({ object: { key } }) => {
  const following = jobs[key];
  if (!following) throw new Error(`Nothing follows from an upload of ${key}.`);
  const failed: string[] = [];
  for (const job of following) {
    try {
      await job(dependencies);
    } catch (error) {
      failed.push(job.name);
      logger.error('could not finish the deployment', { job: job.name, error: describeError(error) });
    }
  }
  if (failed.length > 0) throw new Error(`Could not finish the deployment: ${failed.join(', ')}.`);
});
