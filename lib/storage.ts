import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';

/** The files: what visitors read, the pictures, and the desktop builds. Nobody reaches a bucket but through CloudFront or a signed link. */
export class Storage extends Construct {
  readonly site: Bucket;
  readonly media: Bucket;
  readonly builds: Bucket;

  constructor(scope: Construct, id: string, { keepsData }: { keepsData: boolean }) {
    super(scope, id);
    const bucket = (name: string, options: { announcesUploads?: boolean } = {}) =>
      new Bucket(this, name, {
        blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
        encryption: BucketEncryption.S3_MANAGED,
        enforceSSL: true,
        versioned: true,
        lifecycleRules: [
          {
            abortIncompleteMultipartUploadAfter: Duration.days(7),
            noncurrentVersionExpiration: Duration.days(90),
          },
        ],
        eventBridgeEnabled: options.announcesUploads ?? false,
        removalPolicy: keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
      });
    this.site = bucket('Site');
    this.media = bucket('Media');
    this.builds = bucket('Builds', { announcesUploads: true });
  }
}
