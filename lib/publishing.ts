import { events } from '../contract/events/events.ts';
import { siteBuild } from '../contract/records/site-build.ts';
import type { Data } from './data.ts';
import type { Delivery } from './delivery.ts';
import type { Events } from './events.ts';
import type { LambdaFunction } from './lambda-function.ts';
import type { Mail } from './mail.ts';
import type { Storage } from './storage.ts';

interface PublishingProps {
  bus: Events;
  data: Data;
  delivery: Delivery;
  mail: Mail;
  storage: Storage;
}

/**
 * Adds the functions that write files of the site while it runs: releases, articles, and what a new build makes obsolete.
 * @returns the functions that render pages of the blog
 */
export function addPublishing({ bus, data, delivery, mail, storage }: PublishingProps): LambdaFunction[] {
  const publishRelease = bus.listen('publishRelease', events.objectCreated, {
    detail: {
      bucket: { name: [storage.builds.bucketName] },
      object: { key: [{ wildcard: 'releases/*/release.json' }] },
    },
    // It reads every byte of the builds to compare checksums. This memory includes a whole processor.
    timeoutSeconds: 600,
    memoryMegabytes: 1769,
  });
  storage.allowBuilds(publishRelease, 'publish');
  delivery.allowSiteUrl(publishRelease);
  delivery.allowInvalidation(publishRelease);
  mail.allowSend(publishRelease);
  mail.allowTeamAddress(publishRelease);

  const writeBlog = (lambda: LambdaFunction) => {
    storage.allowBlog(lambda);
    delivery.allowInvalidation(lambda);
  };
  // Rendering needs processor time, which comes with memory. A run may also continue the work of another one. Only one run writes at a time,
  // but no concurrency is reserved: an account must leave 100 executions unreserved, and a new account has fewer than that in all.
  // https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
  const publishArticle = bus.listen('publishArticle', events.articleChanged, {
    timeoutSeconds: 120,
    memoryMegabytes: 1024,
  });
  data.articles.allow(publishArticle, 'BatchGetItem');
  writeBlog(publishArticle);

  const ofNewBuild = { bucket: { name: [storage.site.bucketName] }, object: { key: [siteBuild.file] } };
  const publishBlog = bus.listen('publishBlog', events.objectCreated, {
    detail: ofNewBuild,
    timeoutSeconds: 900,
    memoryMegabytes: 1769,
  });
  data.articles.allow(publishBlog, 'BatchGetItem', 'Query');
  writeBlog(publishBlog);

  const removeOldAssets = bus.listen('removeOldAssets', events.objectCreated, { detail: ofNewBuild });
  storage.allowForgettingAssets(removeOldAssets);

  return [publishArticle, publishBlog];
}
