import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import { CfnDelivery, CfnDeliveryDestination, CfnDeliverySource } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';

/**
 * What the distribution writes down of a request. Not the visitor's address, browser, query (it may hold a token) or the page before:
 * content/legal/privacy.md promises that.
 * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/standard-logs-reference.html
 */
const fields = [
  'date',
  'time',
  'x-edge-location',
  'cs-method',
  'cs(Host)',
  'cs-uri-stem',
  'cs-protocol',
  'cs-protocol-version',
  'ssl-protocol',
  'sc-status',
  'sc-bytes',
  'sc-content-type',
  'time-taken',
  'time-to-first-byte',
  'x-edge-result-type',
  'x-edge-detailed-result-type',
  'x-edge-request-id',
];

/** Which requests the distribution answered, and how, for a month and without a word on who asked. */
export class AccessLog extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { siteName, distribution, bucket }: { siteName: string; distribution: IDistribution; bucket: IBucket },
  ) {
    super(scope, id);
    const source = new CfnDeliverySource(this, 'Source', {
      name: `${siteName}-requests`,
      logType: 'ACCESS_LOGS',
      resourceArn: distribution.distributionArn,
    });
    const destination = new CfnDeliveryDestination(this, 'Destination', {
      name: `${siteName}-requests`,
      destinationResourceArn: bucket.bucketArn,
      outputFormat: 'json',
    });
    const delivery = new CfnDelivery(this, 'Delivery', {
      deliverySourceName: source.name,
      deliveryDestinationArn: destination.attrArn,
      recordFields: fields,
    });
    delivery.addResourceDependency(source);
  }
}
