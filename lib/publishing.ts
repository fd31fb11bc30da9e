import { Duration } from 'aws-cdk-lib';
import * as events from '../contract/events/events.ts';
import { licenseKeyIdsFile } from '../contract/records/license-file.ts';
import { siteBuild } from '../contract/records/site-build.ts';
import { checkMinutes } from '../contract/rules/status-rules.ts';
import type { Data } from './data.ts';
import type { Delivery } from './delivery.ts';
import { type EventFilter, type EventFunctions, shortestFifoRate } from './event-functions.ts';
import type { LambdaFunction } from './lambda-function.ts';
import type { LicenseKeys } from './license-keys.ts';
import type { Mail } from './mail.ts';
import type { SiteMetrics } from './site-metrics.ts';
import type { Storage } from './storage.ts';

interface PublishingProps {
  bus: EventFunctions;
  data: Data;
  delivery: Delivery;
  licenseKeys: LicenseKeys;
  mail: Mail;
  metrics: SiteMetrics;
  storage: Storage;
}

/**
 * Adds the functions that write files of the site while it runs: releases, articles, the status and the public
 * keys of licenses. `finishDeployment` also deletes the files of earlier builds.
 * @returns the function that renders pages of the blog
 */
export function addPublishing(props: PublishingProps): LambdaFunction {
  const { bus, data, delivery, licenseKeys, mail, metrics, storage } = props;
  const ofNewBuild = uploadOf(siteBuild.file, storage);
  const publishRelease = bus.add('publishRelease', {
    affects: ['downloads'],
    ...ofNewBuild,
    on: [
      ...ofNewBuild.on,
      {
        types: [events.objectCreated],
        detail: {
          bucket: { name: [storage.builds.bucketName] },
          object: { key: [{ wildcard: 'releases/*/release.json' }] },
        },
      },
    ],
    every: [...ofNewBuild.every, { rate: Duration.minutes(5), event: events.rolloutsDue }],
    // It reads every byte of the builds to compare checksums. This memory includes a whole
    // processor.
    timeoutSeconds: 600,
    memoryMegabytes: 1769,
  });
  storage.allowPublish(publishRelease);
  delivery.allowSiteUrl(publishRelease);
  mail.allowSend(publishRelease);
  mail.allowTeamAddress(publishRelease);
  // The mailing about a release.
  data.mailings.allow(publishRelease, 'PutItem', 'UpdateItem');
  // It halts a rollout after too many crashes.
  data.problems.allow(publishRelease, 'Query');
  data.downloads.allow(publishRelease, 'Query');
  data.audit.allow(publishRelease, 'PutItem');

  const publishBlog = bus.add('publishBlog', {
    affects: ['pages'],
    ...ofNewBuild,
    on: [{ types: [events.articleChanged] }, ...ofNewBuild.on],
    every: [...ofNewBuild.every, { rate: shortestFifoRate, event: events.articlesDue }],
    inOrder: true,
    batchSize: 10,
    // Rendering needs processor time, which grows with memory. One attempt every twelve minutes.
    timeoutSeconds: 120,
    memoryMegabytes: 1769,
  });
  // It replaces the published version of a scheduled article by its draft, which the audit records.
  data.articles.allow(publishBlog, 'BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query');
  data.audit.allow(publishBlog, 'PutItem');
  data.articles.allowUpdateOf(publishBlog, 'slug', 'updatedAt', 'refusal');
  data.feedback.allow(publishBlog, 'BatchGetItem');
  storage.allowArticles(publishBlog);
  storage.allowVotes(publishBlog);
  delivery.allowSiteUrl(publishBlog);
  mail.allowSend(publishBlog);
  mail.allowTeamAddress(publishBlog);

  const ofKeys = uploadOf(licenseKeyIdsFile, storage);
  const finishDeployment = bus.add('finishDeployment', {
    affects: [],
    on: [...ofNewBuild.on, ...ofKeys.on],
    every: [...ofNewBuild.every, ...ofKeys.every],
  });
  // The drafts of mailings.
  data.mailings.allow(finishDeployment, 'GetItem', 'PutItem');
  storage.allowBuildRecord(finishDeployment);
  storage.allowForgettingAssets(finishDeployment);
  licenseKeys.allowPublicKeys(finishDeployment);
  storage.allowLicenseKeys(finishDeployment, 'write');

  // It works while the tables, the API and the other functions do not. A read-only site has a status too, so nothing pauses the checks.
  const publishStatus = bus.add('publishStatus', {
    affects: [],
    on: [{ types: [events.alarmChanged], detail: metrics.ofOurAlarms }],
    every: [{ rate: Duration.minutes(checkMinutes), event: events.statusCheckDue }],
  });
  metrics.allowAlarms(publishStatus, 'cloudwatch:DescribeAlarms', 'cloudwatch:DescribeAlarmHistory');
  storage.allowStatus(publishStatus, 'feed');
  delivery.allowSiteUrl(publishStatus);

  return publishBlog;
}

/**
 * The upload of a file by a deployment, and the same event once a day: a new rule may miss the first event of the
 * deployment that creates it.
 * @see https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-troubleshooting.html
 */
function uploadOf(file: string, { site: { bucketName } }: Storage) {
  const event = events.objectCreated;
  const filter: EventFilter = {
    types: [event],
    detail: { bucket: { name: [bucketName] }, object: { key: [file] } },
  };
  const detail = { bucket: { name: bucketName }, object: { key: file } };
  return { on: [filter], every: [{ rate: Duration.days(1), event, detail }] };
}
