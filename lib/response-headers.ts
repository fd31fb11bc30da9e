import { Duration, Stack } from 'aws-cdk-lib';
import {
  HeadersReferrerPolicy,
  type ResponseCustomHeader,
  ResponseHeadersPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { Construct } from 'constructs';
import { cacheControl } from '../contract/rules/cache-control.ts';
import { maxHeaderLength, pagePolicy, pagePolicyLength } from './page-policy.ts';
import type { StageSettings } from './stage-settings.ts';

/**
 * Features of devices and browsers that our pages never use, so that injected code cannot use them
 * either. Not all such features: each page contains the list, and the budget
 * (test/e2e/budgets.ts) has room for cameras, microphones, devices, payments and profiling.
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
 * The sites that may embed a response. Any site may embed pictures, for example a feed reader.
 * @see https://fetch.spec.whatwg.org/#cross-origin-resource-policy-header
 */
type ShownBy = 'same-origin' | 'cross-origin';

/** The security headers of every response. */
export class ResponseHeaders extends Construct {
  /** For pages. */
  readonly pages: ResponseHeadersPolicy;
  /**
   * For all other files: scripts, pictures, data. Without the long list of styles, because a page
   * loads a dozen of them.
   */
  readonly files: ResponseHeadersPolicy;
  /** For pictures, including those uploaded by hand without a cache setting. */
  readonly pictures: ResponseHeadersPolicy;

  private readonly forcesHttpsOnSubdomains: boolean;

  /** @param styleHashes the sources of the inline styles that pages may contain */
  constructor(
    scope: Construct,
    id: string,
    {
      stage,
      styleHashes,
      doorbellOrigin,
    }: { stage: StageSettings; styleHashes: string[]; doorbellOrigin: string },
  ) {
    super(scope, id);
    this.forcesHttpsOnSubdomains = stage.forcesHttpsOnSubdomains ?? false;
    const { region } = Stack.of(this);
    checkLength(pagePolicyLength(region, styleHashes));
    this.pages = this.policy('Pages', 'same-origin', pagePolicy({ region, styleHashes, doorbellOrigin }));
    // A missing file shows the 404 page, whose script loads its styles.
    const ofFiles = [
      `default-src 'none'`,
      `script-src 'self'`,
      `style-src 'self'`,
      `img-src 'self'`,
      `font-src 'self'`,
      `frame-ancestors 'none'`,
    ];
    this.files = this.policy('Files', 'same-origin', ofFiles.join('; '));
    // An SVG of the bucket that is opened as a page runs no script. The 404 page has neither script
    // nor styles here.
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
        // Links to other sites send no referrer.
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

/** @throws Error when CloudFront would not accept the policy */
function checkLength(length: number): void {
  if (length > maxHeaderLength)
    throw new Error(
      `The Content-Security-Policy has ${length} characters, but CloudFront accepts ${maxHeaderLength}. The build prints how to shorten it.`,
    );
}
