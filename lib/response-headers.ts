import { Duration, Stack } from 'aws-cdk-lib';
import {
  HeadersReferrerPolicy,
  type ResponseCustomHeader,
  ResponseHeadersPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { Construct } from 'constructs';
import { cacheControl } from '../contract/rules/cache-control.ts';
import { inlineStyleHashes } from './inline-style-hashes.ts';
import { maxHeaderLength, pagePolicy } from './page-policy.ts';
import type { StageSettings } from './stage-settings.ts';

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
    const { region } = Stack.of(this);
    this.pages = this.policy('Pages', 'same-origin', pagePolicy(region, inlineStyleHashes(siteFolder)));
    // For a missing file, the 404 page is shown: its script loads its styles.
    const ofFiles = [
      `default-src 'none'`,
      `script-src 'self'`,
      `style-src 'self'`,
      `img-src 'self'`,
      `font-src 'self'`,
      `frame-ancestors 'none'`,
    ];
    this.files = this.policy('Files', 'same-origin', ofFiles.join('; '));
    // If somebody opens an SVG of the bucket as a page, no script in it runs. The 404 page has neither script nor styles here.
    const ofPictures = ofFiles.map((directive) =>
      directive.startsWith('script-src') ? `script-src 'none'` : directive,
    );
    this.pictures = this.policy('Pictures', 'cross-origin', ofPictures.join('; '), [
      { header: 'cache-control', value: cacheControl.pictures, override: false },
    ]);
  }

  private policy(
    id: string,
    shownBy: ShownBy,
    contentSecurityPolicy: string,
    furtherHeaders: ResponseCustomHeader[] = [],
  ): ResponseHeadersPolicy {
    if (contentSecurityPolicy.length > maxHeaderLength) {
      throw new Error(
        `The Content-Security-Policy has ${contentSecurityPolicy.length} characters, but CloudFront accepts ${maxHeaderLength}. The build prints how to shorten it.`,
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
