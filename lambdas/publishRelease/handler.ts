import { createHash } from 'node:crypto';
import * as events from '../../contract/events/events.ts';
import { siteBuild } from '../../contract/records/site-build.ts';
import { mailOnce } from '../domain/mail/mail-once.ts';
import { releaseRefused } from '../domain/mail/team-mail.ts';
import { draftReleaseMailing, withdrawReleaseMailing } from '../domain/mailings/draft-mailings.ts';
import { mailingStore } from '../domain/mailings/mailing-store.ts';
import { publish, publishRelease } from '../domain/releases/publish-release.ts';
import { releaseStore } from '../domain/releases/release-store.ts';
import { cloudFront } from '../platform/aws/cloud-front.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { s3 } from '../platform/aws/s3.ts';
import { ses } from '../platform/aws/ses.ts';
import { readConfig, resourceNames } from '../platform/config.ts';
import { consume } from '../platform/consume.ts';
import { invalidatePaths } from '../platform/invalidate-paths.ts';
import { logger } from '../platform/logger.ts';

const config = readConfig({
  ...resourceNames(
    'BUILDS_BUCKET',
    'DISTRIBUTION_ID',
    'IDEMPOTENCY_TABLE',
    'MAIL_LOG_TABLE',
    'MAILINGS_TABLE',
  ),
  ...resourceNames('SENDER_ADDRESS', 'SITE_URL', 'TEAM_ADDRESS'),
});
const tables = dynamodb();
const releases = releaseStore(s3(), config.BUILDS_BUCKET);
const mailings = mailingStore(tables, config.MAILINGS_TABLE);
const cdn = cloudFront();
const send = mailOnce({ mailer: ses(), tables, config, now: () => new Date() });

export const handler = consume(events.objectCreated, async ({ object }, context) => {
  const { key, etag, sequencer } = object;
  const refresh = (paths: string[]) =>
    invalidatePaths(cdn, config.DISTRIBUTION_ID, paths, context.awsRequestId);
  const dependencies = { releases, refresh, siteUrl: config.SITE_URL };
  // A deployment may add files, such as those of the cohorts.
  if (key === siteBuild.file) return publish(dependencies);
  const version = key.split('/')[1] ?? '';
  const problems = await publishRelease(dependencies, version);
  if (problems.length === 0) {
    logger.info('the release is live', { version });
    const { record } = await releases.liveRecord();
    await draftReleaseMailing(mailings, record, version, new Date());
    // Read after the draft is written, because the release may have been withdrawn in between.
    const { releases: live } = (await releases.liveRecord()).record;
    if (live[version]?.manifest.yankedAt) await withdrawReleaseMailing(mailings, version);
    return;
  }
  logger.error('rejected the release', { version, problems });
  const idempotencyKey = `releaseRefused#${createHash('sha256')
    .update(JSON.stringify([version, etag, sequencer, problems]))
    .digest('hex')}`;
  const mail = releaseRefused(version, problems);
  await send({ idempotencyKey, to: config.TEAM_ADDRESS, mail, logUnder: 'nobody' }, context);
});
