import * as events from '../contract/events/events.ts';
import { licenseKeyIdsFile } from '../contract/records/license-file.ts';
import { siteBuild } from '../contract/records/site-build.ts';
import type { Data } from './data.ts';
import type { Delivery } from './delivery.ts';
import type { EventFunctions } from './event-functions.ts';
import type { LambdaFunction } from './lambda-function.ts';
import type { LicenseKeys } from './license-keys.ts';
import type { Mail } from './mail.ts';
import type { Storage } from './storage.ts';

interface PublishingProps {
  bus: EventFunctions;
  data: Data;
  delivery: Delivery;
  licenseKeys: LicenseKeys;
  mail: Mail;
  storage: Storage;
}

/**
 * Adds the functions that write files of the site while it runs: releases, articles and the public
 * keys of licenses. One of them deletes the files of earlier builds.
 * @returns the function that renders pages of the blog
 */
export function addPublishing(props: PublishingProps): LambdaFunction {
  const { bus, data, delivery, licenseKeys, mail, storage } = props;
  const publishRelease = bus.listen('publishRelease', [events.objectCreated], {
    detail: {
      bucket: { name: [storage.builds.bucketName] },
      object: { key: [{ wildcard: 'releases/*/release.json' }] },
    },
    // It reads every byte of the builds to compare checksums. This memory includes a whole
    // processor.
    timeoutSeconds: 600,
    memoryMegabytes: 1769,
  });
  storage.allowPublish(publishRelease);
  delivery.allowSiteUrl(publishRelease);
  delivery.allowInvalidation(publishRelease);
  mail.allowSend(publishRelease);
  mail.allowTeamAddress(publishRelease);
  // The draft of a mailing.
  data.mailings.allow(publishRelease, 'PutItem');

  const ofNewBuild = uploadOf(siteBuild.file, storage);
  // Rendering needs processor time, which grows with memory. One attempt every twelve minutes, for
  // an hour.
  const publishBlog = bus.listenInOrder(
    'publishBlog',
    [{ event: events.articleChanged }, { event: events.objectCreated, ...ofNewBuild }],
    { maxReceives: 5, timeoutSeconds: 120, memoryMegabytes: 1769 },
  );
  data.articles.allow(publishBlog, 'BatchGetItem', 'Query');
  data.articles.allowUpdateOf(publishBlog, 'refusal');
  storage.allowArticles(publishBlog);
  delivery.allowInvalidation(publishBlog);
  bus.allowSend(publishBlog, 'publishBlog', 'BLOG_QUEUE_URL');
  mail.allowSend(publishBlog);
  mail.allowTeamAddress(publishBlog);

  const draftStructureMailings = bus.listen('draftStructureMailings', [events.objectCreated], ofNewBuild);
  data.mailings.allow(draftStructureMailings, 'GetItem', 'PutItem');
  storage.allowBuildRecord(draftStructureMailings);

  const removeOldAssets = bus.listen('removeOldAssets', [events.objectCreated], ofNewBuild);
  storage.allowForgettingAssets(removeOldAssets);

  const publishLicenseKeys = bus.listen(
    'publishLicenseKeys',
    [events.objectCreated],
    uploadOf(licenseKeyIdsFile, storage),
  );
  licenseKeys.allowPublicKeys(publishLicenseKeys);
  storage.allowLicenseKeys(publishLicenseKeys, 'write');
  delivery.allowInvalidation(publishLicenseKeys);

  return publishBlog;
}

/** The upload of a file by a deployment, which may also create the rule for it. */
function uploadOf(file: string, { site: { bucketName } }: Storage) {
  return {
    detail: { bucket: { name: [bucketName] }, object: { key: [file] } },
    dailyDetail: { bucket: { name: bucketName }, object: { key: file } },
  };
}
