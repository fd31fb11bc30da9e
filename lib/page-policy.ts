/**
 * The longest value of a response header, in characters.
 * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html
 */
export const maxHeaderLength = 1783;

/** AppSync chooses the domain, but not its length. */
const exampleOrigin = 'wss://aaaaaaaaaaaaaaaaaaaaaaaaaa.appsync-realtime-api.us-east-1.amazonaws.com';

interface PagePolicy {
  region: string;
  /** The styles in pages are allowed by their hashes. */
  styleHashes: string[];
  /** The origin to which pages open a WebSocket. */
  doorbellOrigin: string;
}

/** The Content-Security-Policy of pages. */
export function pagePolicy({ region, styleHashes, doorbellOrigin }: PagePolicy): string {
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    ['style-src', `'self'`, ...styleHashes].join(' '),
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self' https://cognito-idp.${region}.amazonaws.com ${doorbellOrigin}`,
    `manifest-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

/** The length after a deployment, which fills in the domain of AppSync. */
export const pagePolicyLength = (region: string, styleHashes: string[]): number =>
  pagePolicy({ region, styleHashes, doorbellOrigin: exampleOrigin }).length;

export interface StylesheetRoom {
  stylesheets: number;
  policyLength: number;
  /** How many more stylesheets fit; negative if there are too many. */
  further: number;
}

export function stylesheetRoom(region: string, styleHashes: string[]): StylesheetRoom {
  const policyLength = pagePolicyLength(region, styleHashes);
  const perStylesheet = ` 'sha256-${'a'.repeat(44)}'`.length;
  return {
    stylesheets: styleHashes.length,
    policyLength,
    further: Math.floor((maxHeaderLength - policyLength) / perStylesheet),
  };
}
