/**
 * The longest value of a response header, in characters.
 * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html
 */
export const maxHeaderLength = 1783;

/**
 * `connect-src` will name one more origin when pages get live updates: `wss://` and a domain of
 * AppSync.
 */
const reservedForWebSocket = ' wss://aaaaaaaaaaaaaaaaaaaaaaaaaa.appsync-realtime-api.us-east-1.amazonaws.com'
  .length;

/** The Content-Security-Policy of pages. The styles in a page are allowed by their hashes. */
export function pagePolicy(region: string, styleHashes: string[]): string {
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    ['style-src', `'self'`, ...styleHashes].join(' '),
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self' https://cognito-idp.${region}.amazonaws.com`,
    `manifest-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

export interface StylesheetRoom {
  stylesheets: number;
  policyLength: number;
  /**
   * How many more stylesheets fit next to the WebSocket's origin; negative if there are too many.
   */
  further: number;
}

export function stylesheetRoom(region: string, styleHashes: string[]): StylesheetRoom {
  const policyLength = pagePolicy(region, styleHashes).length;
  const perStylesheet = ` 'sha256-${'a'.repeat(44)}'`.length;
  return {
    stylesheets: styleHashes.length,
    policyLength,
    further: Math.floor((maxHeaderLength - reservedForWebSocket - policyLength) / perStylesheet),
  };
}
