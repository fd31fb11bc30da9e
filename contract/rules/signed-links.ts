import { resourceKey } from './resource-files.ts';

/**
 * How long a link to a build or a resource works. CloudFront and our edge function check this when
 * a request starts, so a download that is interrupted can be resumed for this time.
 */
export const linkHours = 12;

/** How long an expired link still redirects to a page. After that, CloudFront responds 403. */
export const expiredLinkDays = 30;

/** The paths of the distribution, and keys of the builds bucket, that only a signed link opens. */
export const signedPaths = ['releases/*', resourceKey('*.json'), resourceKey('*.zip')];

/** The query of the page to which an expired link leads. */
export const expiredLink = { parameter: 'link', value: 'expired' } as const;
