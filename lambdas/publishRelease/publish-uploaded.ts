import { createHash } from 'node:crypto';
import * as events from '../../contract/events/events.ts';
import { siteBuild } from '../../contract/records/site-build.ts';
import { releaseRefused } from '../domain/mail/team-mail.ts';
import { draftReleaseMailing, withdrawReleaseMailing } from '../domain/mailings/draft-mailings.ts';
import { publish, publishRelease } from '../domain/releases/publish-release.ts';
import { consume } from '../platform/consume.ts';
import { logger } from '../platform/logger.ts';
import type { Dependencies } from './compose.ts';

export const publishUploaded = ({ now, releases, mailings, send, siteUrl, teamAddress }: Dependencies) =>
  consume(events.objectCreated, async ({ object }, context) => {
    const { key, etag, sequencer } = object;
    const dependencies = { releases, siteUrl };
    // A deployment may add files, such as those of the cohorts.
    if (key === siteBuild.file) return publish(dependencies);
    const version = key.split('/')[1] ?? '';
    const problems = await publishRelease(dependencies, version, now());
    if (problems.length === 0) {
      logger.info('the release is live', { version });
      const { record } = await releases.liveRecord();
      await draftReleaseMailing(mailings, record, version, now());
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
    await send({ idempotencyKey, to: teamAddress, mail, logUnder: 'nobody' }, context);
  });
