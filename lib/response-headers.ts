import { Duration, Stack } from 'aws-cdk-lib';
import {
  HeadersReferrerPolicy,
  type ResponseCustomHeader,
  ResponseHeadersPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { Construct } from 'constructs';
import { cacheControl } from '../contract/rules/cache-control.ts';
import { inlineStyleHashes } from './inline-style-hashes.ts';
import type { StageSettings } from './stage-settings.ts';

/**
 * How long a header's value may be.
 * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html
 */
const maxHeaderLength = 1783;

/**
 * What a page could ask of a device or a browser, and ours never do, nor what somebody might get into them. Not every such feature: each
 * page carries the list, and its budget (test/bench/budgets.ts) has room for those that look or listen, reach devices, pay, or profile.
 * @see https://www.w3.org/TR/permissions-policy/
 */
const refusedFeatures = [
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'microphone',
  'payment',
  'usb',
];

/**
 * Which sites may show an answer within theirs. Pictures may be shown anywhere, such as in a reader of our feeds.
 * @see https://fetch.spec.whatwg.org/#cross-origin-resource-policy-header
 */
type ShownBy = 'same-origin' | 'cross-origin';

/** What every answer tells the browser to be careful about. */
export class ResponseHeaders extends Construct {
  /** For what a browser shows as a page. */
  readonly pages: ResponseHeadersPolicy;
  /** For all else: scripts, pictures, data. Without the long list of styles, because each of a page's dozen files carries it. */
  readonly files: ResponseHeadersPolicy;
  /** For pictures: also those that somebody puts into the bucket by hand, without saying how long they keep. */
  readonly pictures: ResponseHeadersPolicy;

  private readonly forcesHttpsOnSubdomains: boolean;

  /** @param siteFolder with the built site, whose inline styles are allowed. */
  constructor(
    scope: Construct,
    id: string,
    { stage, siteFolder }: { stage: StageSettings; siteFolder: string },
  ) {
    super(scope, id);
    this.forcesHttpsOnSubdomains = stage.forcesHttpsOnSubdomains ?? false;
    const cognito = `https://cognito-idp.${Stack.of(this).region}.amazonaws.com`;
    this.pages = this.policy('Pages', 'same-origin', [
      `default-src 'none'`,
      `script-src 'self'`,
      ['style-src', `'self'`, ...inlineStyleHashes(siteFolder)].join(' '),
      `img-src 'self' data:`,
      `font-src 'self'`,
      `connect-src 'self' ${cognito}`,
      `manifest-src 'self'`,
      `form-action 'self'`,
      `base-uri 'none'`,
      `frame-ancestors 'none'`,
    ]);
    // For a missing file, the 404 page is shown: its script loads its styles.
    const ofFiles = [
      `default-src 'none'`,
      `script-src 'self'`,
      `style-src 'self'`,
      `img-src 'self'`,
      `font-src 'self'`,
      `frame-ancestors 'none'`,
    ];
    this.files = this.policy('Files', 'same-origin', ofFiles);
    // If somebody opens an SVG of the bucket as a page, no script in it runs. The 404 page has neither script nor styles here.
    const ofPictures = ofFiles.map((directive) =>
      directive.startsWith('script-src') ? `script-src 'none'` : directive,
    );
    this.pictures = this.policy('Pictures', 'cross-origin', ofPictures, [
      { header: 'cache-control', value: cacheControl.pictures, override: false },
    ]);
  }

  private policy(
    id: string,
    shownBy: ShownBy,
    directives: string[],
    furtherHeaders: ResponseCustomHeader[] = [],
  ): ResponseHeadersPolicy {
    const contentSecurityPolicy = directives.join('; ');
    if (contentSecurityPolicy.length > maxHeaderLength) {
      throw new Error(
        `The Content-Security-Policy has ${contentSecurityPolicy.length} characters, CloudFront takes ${maxHeaderLength}: let pages share stylesheets (vite.config.ts).`,
      );
    }
    return new ResponseHeadersPolicy(this, id, {
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy, override: true },
        strictTransportSecurity: {
          accessControlMaxAge: Duration.days(730),
          includeSubdomains: this.forcesHttpsOnSubdomains,
          preload: this.forcesHttpsOnSubdomains,
          override: true,
        },
        contentTypeOptions: { override: true },
        // Who follows a link to another site says nothing of ours there.
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.SAME_ORIGIN, override: true },
      },
      customHeadersBehavior: {
        customHeaders: [
          { header: 'cross-origin-opener-policy', value: 'same-origin', override: true },
          { header: 'cross-origin-resource-policy', value: shownBy, override: true },
          {
            header: 'permissions-policy',
            value: refusedFeatures.map((feature) => `${feature}=()`).join(','),
            override: true,
          },
          ...furtherHeaders,
        ],
      },
    });
  }
}
