import { Duration, Stack } from 'aws-cdk-lib';
import {
  HeadersFrameOption,
  HeadersReferrerPolicy,
  type ResponseCustomHeader,
  ResponseHeadersPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { Construct } from 'constructs';
import { cacheControl } from '../contract/cache-control.ts';
import { inlineStyleHashes } from './inline-style-hashes.ts';

/**
 * How long a header's value may be.
 * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html
 */
const maxHeaderLength = 1783;

/** What every answer tells the browser to be careful about. */
export class ResponseHeaders extends Construct {
  /** For what a browser shows as a page. */
  readonly pages: ResponseHeadersPolicy;
  /** For all else: scripts, pictures, data. Without the long list of styles, because each of a page's dozen files carries it. */
  readonly files: ResponseHeadersPolicy;
  /** For pictures: also those that somebody puts into the bucket by hand, without saying how long they keep. */
  readonly pictures: ResponseHeadersPolicy;

  /** @param siteFolder with the built site, whose inline styles are allowed. */
  constructor(scope: Construct, id: string, siteFolder: string) {
    super(scope, id);
    const cognito = `https://cognito-idp.${Stack.of(this).region}.amazonaws.com`;
    this.pages = this.policy('Pages', [
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
    // The 404 page may stand in for a file: it gets its script, and by that its styles.
    const ofFiles = [
      `default-src 'none'`,
      `script-src 'self'`,
      `style-src 'self'`,
      `img-src 'self'`,
      `font-src 'self'`,
      `frame-ancestors 'none'`,
    ];
    this.files = this.policy('Files', ofFiles);
    this.pictures = this.policy('Pictures', ofFiles, [
      { header: 'cache-control', value: cacheControl.pictures, override: false },
    ]);
  }

  private policy(
    id: string,
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
          includeSubdomains: true,
          preload: true,
          override: true,
        },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: {
          referrerPolicy: HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN,
          override: true,
        },
      },
      customHeadersBehavior: {
        customHeaders: [
          { header: 'cross-origin-opener-policy', value: 'same-origin', override: true },
          {
            header: 'permissions-policy',
            value: 'camera=(), geolocation=(), microphone=(), payment=()',
            override: true,
          },
          ...furtherHeaders,
        ],
      },
    });
  }
}
