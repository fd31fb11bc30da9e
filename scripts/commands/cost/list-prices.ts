/** AWS's price of one thing. */
export interface Price {
  service: string;
  /** The thing that is counted. */
  what: string;
  /** The number of things that the price is for, and its name. */
  unit: { size: number; name: string };
  /**
   * How many are free each month, for every account and without an end. Offers for the first year
   * do not count.
   */
  free?: number;
  /**
   * Dollars per unit. A tier ends where the next one begins, including free units. Most prices have
   * one tier.
   */
  tiers: { from: number; dollars: number }[];
  page: string;
  /** Whether the number is from a page of AWS or from another source that quotes it. */
  seen: 'AWS' | 'elsewhere';
}

/**
 * When we looked up the prices, on stored copies of public pages. The oldest copy may be two years
 * older.
 */
export const knownAt = '2026-11-22';

/** AWS counts in powers of two. */
export const gigabyte = 2 ** 30;
const terabyte = 2 ** 40;
const million = 1_000_000;

const each = { size: 1, name: 'each' };
const perMillion = { size: million, name: 'million' };
const perGigabyte = { size: gigabyte, name: 'GB' };
const flat = (dollars: number) => [{ from: 0, dollars }];

/** List prices of us-east-1, on demand, without tax. */
export const prices = {
  deliveredBytes: {
    service: 'CloudFront',
    what: 'data to visitors (North America and Europe)',
    unit: perGigabyte,
    free: terabyte,
    tiers: [
      { from: 0, dollars: 0.085 },
      { from: 10 * terabyte, dollars: 0.08 },
      { from: 50 * terabyte, dollars: 0.06 },
      { from: 150 * terabyte, dollars: 0.04 },
      { from: 500 * terabyte, dollars: 0.03 },
    ],
    page: 'https://aws.amazon.com/cloudfront/pricing/',
    seen: 'AWS',
  },
  deliveredRequests: {
    service: 'CloudFront',
    what: 'requests over HTTPS',
    unit: { size: 10_000, name: '10,000' },
    free: 10 * million,
    tiers: flat(0.01),
    page: 'https://aws.amazon.com/cloudfront/pricing/',
    seen: 'elsewhere',
  },
  edgeFunctionRuns: {
    service: 'CloudFront',
    what: 'runs of CloudFront Functions',
    unit: perMillion,
    free: 2 * million,
    tiers: flat(0.1),
    page: 'https://aws.amazon.com/cloudfront/pricing/',
    seen: 'elsewhere',
  },
  invalidatedPaths: {
    service: 'CloudFront',
    what: 'invalidated paths',
    unit: each,
    free: 1000,
    tiers: flat(0.005),
    page: 'https://aws.amazon.com/cloudfront/pricing/',
    seen: 'AWS',
  },
  firewalls: {
    service: 'WAF',
    what: 'web ACLs',
    unit: each,
    tiers: flat(5),
    page: 'https://aws.amazon.com/waf/pricing/',
    seen: 'elsewhere',
  },
  firewallRules: {
    service: 'WAF',
    what: 'rules and rule groups',
    unit: each,
    tiers: flat(1),
    page: 'https://aws.amazon.com/waf/pricing/',
    seen: 'elsewhere',
  },
  firewallRequests: {
    service: 'WAF',
    what: 'requests inspected',
    unit: perMillion,
    tiers: flat(0.6),
    page: 'https://aws.amazon.com/waf/pricing/',
    seen: 'elsewhere',
  },
  hostedZones: {
    service: 'Route 53',
    what: 'hosted zones (answers that lead to CloudFront are free)',
    unit: each,
    tiers: flat(0.5),
    page: 'https://aws.amazon.com/route53/pricing/',
    seen: 'elsewhere',
  },
  storedBytes: {
    service: 'S3',
    what: 'storage, standard class',
    unit: perGigabyte,
    tiers: [
      { from: 0, dollars: 0.023 },
      { from: 50 * terabyte, dollars: 0.022 },
    ],
    page: 'https://aws.amazon.com/s3/pricing/',
    seen: 'elsewhere',
  },
  objectReads: {
    service: 'S3',
    what: 'GET requests',
    unit: { size: 1000, name: '1,000' },
    tiers: flat(0.0004),
    page: 'https://aws.amazon.com/s3/pricing/',
    seen: 'elsewhere',
  },
  objectWrites: {
    service: 'S3',
    what: 'PUT and LIST requests',
    unit: { size: 1000, name: '1,000' },
    tiers: flat(0.005),
    page: 'https://aws.amazon.com/s3/pricing/',
    seen: 'elsewhere',
  },
  downloadedBytes: {
    service: 'S3',
    what: 'builds, directly to the internet',
    unit: perGigabyte,
    free: 100 * gigabyte,
    tiers: [
      { from: 0, dollars: 0.09 },
      { from: 10 * terabyte, dollars: 0.085 },
      { from: 50 * terabyte, dollars: 0.07 },
      { from: 150 * terabyte, dollars: 0.05 },
    ],
    page: 'https://aws.amazon.com/ec2/pricing/on-demand/#Data_Transfer',
    seen: 'elsewhere',
  },
  apiCalls: {
    service: 'API Gateway',
    what: 'calls of an HTTP API',
    unit: perMillion,
    tiers: [
      { from: 0, dollars: 1 },
      { from: 300 * million, dollars: 0.9 },
    ],
    page: 'https://aws.amazon.com/api-gateway/pricing/',
    seen: 'elsewhere',
  },
  functionRuns: {
    service: 'Lambda',
    what: 'runs',
    unit: perMillion,
    free: million,
    tiers: flat(0.2),
    page: 'https://aws.amazon.com/lambda/pricing/',
    seen: 'AWS',
  },
  functionGigabyteSeconds: {
    service: 'Lambda',
    what: 'GB-seconds on ARM',
    unit: { size: 1, name: 'GB-second' },
    free: 400_000,
    tiers: flat(0.0000133334),
    page: 'https://aws.amazon.com/lambda/pricing/',
    seen: 'elsewhere',
  },
  tableReads: {
    service: 'DynamoDB',
    what: 'read request units, on demand',
    unit: perMillion,
    tiers: flat(0.125),
    page: 'https://aws.amazon.com/dynamodb/pricing/on-demand/',
    seen: 'elsewhere',
  },
  tableWrites: {
    service: 'DynamoDB',
    what: 'write request units, on demand',
    unit: perMillion,
    tiers: flat(0.625),
    page: 'https://aws.amazon.com/dynamodb/pricing/on-demand/',
    seen: 'elsewhere',
  },
  tableBytes: {
    service: 'DynamoDB',
    what: 'storage',
    unit: perGigabyte,
    free: 25 * gigabyte,
    tiers: flat(0.25),
    page: 'https://aws.amazon.com/dynamodb/pricing/on-demand/',
    seen: 'AWS',
  },
  recoverableBytes: {
    service: 'DynamoDB',
    what: 'point-in-time recovery',
    unit: perGigabyte,
    tiers: flat(0.2),
    page: 'https://aws.amazon.com/dynamodb/pricing/on-demand/',
    seen: 'elsewhere',
  },
  publishedEvents: {
    service: 'EventBridge',
    what: 'custom events',
    unit: perMillion,
    tiers: flat(1),
    page: 'https://aws.amazon.com/eventbridge/pricing/',
    seen: 'elsewhere',
  },
  queueRequests: {
    service: 'SQS',
    what: 'requests to queues',
    unit: perMillion,
    free: million,
    tiers: flat(0.4),
    page: 'https://aws.amazon.com/sqs/pricing/',
    seen: 'elsewhere',
  },
  mails: {
    service: 'SES',
    what: 'emails',
    unit: { size: 1000, name: '1,000' },
    tiers: flat(0.1),
    page: 'https://aws.amazon.com/ses/pricing/',
    seen: 'elsewhere',
  },
  alarmMails: {
    service: 'SNS',
    what: 'emails of alarms',
    unit: { size: 100_000, name: '100,000' },
    free: 1000,
    tiers: flat(2),
    page: 'https://aws.amazon.com/sns/pricing/',
    seen: 'elsewhere',
  },
  activeUsersLite: {
    service: 'Cognito',
    what: 'monthly active users, Lite',
    unit: each,
    free: 10_000,
    tiers: [
      { from: 0, dollars: 0.0055 },
      { from: 100_000, dollars: 0.0046 },
      { from: million, dollars: 0.00325 },
    ],
    page: 'https://aws.amazon.com/cognito/pricing/',
    seen: 'elsewhere',
  },
  activeUsersEssentials: {
    service: 'Cognito',
    what: 'monthly active users, Essentials',
    unit: each,
    free: 10_000,
    tiers: flat(0.015),
    page: 'https://aws.amazon.com/cognito/pricing/',
    seen: 'elsewhere',
  },
  activeUsersPlus: {
    service: 'Cognito',
    what: 'monthly active users, Plus',
    unit: each,
    tiers: flat(0.02),
    page: 'https://aws.amazon.com/cognito/pricing/',
    seen: 'elsewhere',
  },
  keys: {
    service: 'KMS',
    what: 'customer managed keys (each of the first two rotations adds one dollar more)',
    unit: each,
    tiers: flat(1),
    page: 'https://aws.amazon.com/kms/pricing/',
    seen: 'elsewhere',
  },
  keyRequests: {
    service: 'KMS',
    what: 'requests',
    unit: { size: 10_000, name: '10,000' },
    free: 20_000,
    tiers: flat(0.03),
    page: 'https://aws.amazon.com/kms/pricing/',
    seen: 'elsewhere',
  },
  secrets: {
    service: 'Secrets Manager',
    what: 'secrets',
    unit: each,
    tiers: flat(0.4),
    page: 'https://aws.amazon.com/secrets-manager/pricing/',
    seen: 'elsewhere',
  },
  secretReads: {
    service: 'Secrets Manager',
    what: 'requests',
    unit: { size: 10_000, name: '10,000' },
    tiers: flat(0.05),
    page: 'https://aws.amazon.com/secrets-manager/pricing/',
    seen: 'elsewhere',
  },
  logBytes: {
    service: 'CloudWatch',
    what: 'logs ingested',
    unit: perGigabyte,
    free: 5 * gigabyte,
    tiers: flat(0.5),
    page: 'https://aws.amazon.com/cloudwatch/pricing/',
    seen: 'elsewhere',
  },
  keptLogBytes: {
    service: 'CloudWatch',
    what: 'logs stored',
    unit: perGigabyte,
    tiers: flat(0.03),
    page: 'https://aws.amazon.com/cloudwatch/pricing/',
    seen: 'elsewhere',
  },
  metrics: {
    service: 'CloudWatch',
    what: 'custom metrics',
    unit: each,
    free: 10,
    tiers: flat(0.3),
    page: 'https://aws.amazon.com/cloudwatch/pricing/',
    seen: 'elsewhere',
  },
  alarmMetrics: {
    service: 'CloudWatch',
    what: 'metrics that alarms watch',
    unit: each,
    free: 10,
    tiers: flat(0.1),
    page: 'https://aws.amazon.com/cloudwatch/pricing/',
    seen: 'elsewhere',
  },
  dashboards: {
    service: 'CloudWatch',
    what: 'dashboards',
    unit: each,
    free: 3,
    tiers: flat(3),
    page: 'https://aws.amazon.com/cloudwatch/pricing/',
    seen: 'elsewhere',
  },
} as const satisfies Record<string, Price>;

export type PriceName = keyof typeof prices;

/** Returns the price of a month's use of one thing. */
export function dollarsFor(price: Price, used: number): number {
  const { free = 0, tiers, unit } = price;
  return tiers.reduce((dollars, tier, index) => {
    const end = tiers[index + 1]?.from ?? Number.POSITIVE_INFINITY;
    const paid = Math.max(0, Math.min(used, end) - Math.max(tier.from, free));
    return dollars + (paid / unit.size) * tier.dollars;
  }, 0);
}
