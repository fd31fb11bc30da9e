import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import { BlockPublicAccess, Bucket, BucketEncryption, type CfnBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { type ArticleCollection, allCollections } from '../contract/records/article-collections.ts';
import { licenseKeysFile } from '../contract/records/license-file-name.ts';
import { yankDecisionsKey } from '../contract/records/release.ts';
import { siteBuild } from '../contract/records/site-build.ts';
import { accessLogDays, incompleteUploadDays, previousVersionDays } from '../contract/rules/retention.ts';
import { votesFile } from '../contract/rules/roadmap-votes.ts';
import { statusFiles } from '../contract/rules/status-files.ts';
import { removalPolicyOf } from './removal-policy.ts';

/** The files for updaters. */
export const updatesPath = 'updates/*';

/** The published files of releases, with the same paths in the builds bucket and on the site. */
export const publishedPaths = ['version.json', 'releases.json', updatesPath];

/** The files of a collection of articles, in the site's bucket. */
const keysOf = ({ name, sitemap }: ArticleCollection) => [
  `${name}/*`,
  `${name}.atom`,
  `${name}.rss`,
  sitemap,
];

/**
 * The files that each release overwrites. All versions of builds are kept, because downloads name
 * the verified version.
 */
const rewrittenOften = ['updates/', 'version.json', 'releases.json', 'releases/live.json', 'resources/'];

interface BucketOptions {
  announcesUploads?: boolean;
  /** The keys whose previous versions expire; all if it is missing. */
  forgetsOnly?: string[];
}

/**
 * The buckets of the site, the media and the builds. Only CloudFront, our functions and the team can
 * read them. Builds and resources need a signed link; see lib/download-links.ts.
 */
export class Storage extends Construct {
  readonly site: Bucket;
  readonly media: Bucket;
  readonly builds: Bucket;
  /** The bucket of the distribution's request log; see lib/access-log.ts. */
  readonly accessLog: Bucket;

  constructor(scope: Construct, id: string, { keepsData }: { keepsData: boolean }) {
    super(scope, id);
    const bucket = (name: string, unlogged: string, options: BucketOptions = {}) => {
      const made = new Bucket(this, name, {
        blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
        encryption: BucketEncryption.S3_MANAGED,
        enforceSSL: true,
        versioned: true,
        lifecycleRules: [
          { abortIncompleteMultipartUploadAfter: Duration.days(incompleteUploadDays) },
          ...(options.forgetsOnly ?? [undefined]).map((prefix) => ({
            ...(prefix === undefined ? {} : { prefix }),
            noncurrentVersionExpiration: Duration.days(previousVersionDays),
          })),
        ],
        autoDeleteObjects: !keepsData,
        removalPolicy: removalPolicyOf(keepsData),
      });
      // CDK's own option would add a function with a role, although CloudFormation can do this
      // itself.
      if (options.announcesUploads)
        cloudFormationOf(made).notificationConfiguration = {
          eventBridgeConfiguration: { eventBridgeEnabled: true },
        };
      allowDistributions(made);
      Validations.of(made).acknowledge({ id: 'AwsSolutions-S1', reason: unlogged });
      return made;
    };
    const behindDistribution =
      'Only the distribution reads it, and logs every request (lib/access-log.ts). Overwritten files stay as previous versions.';
    this.site = bucket('Site', behindDistribution, { announcesUploads: true });
    this.media = bucket('Media', behindDistribution);
    this.builds = bucket('Builds', behindDistribution, {
      announcesUploads: true,
      forgetsOnly: rewrittenOften,
    });
    // Links name the verified version of a build.
    this.builds.addToResourcePolicy(
      distributionsMay(this, ['s3:GetObjectVersion'], [this.builds.arnForObjects('releases/*')]),
    );
    this.accessLog = accessLogBucket(this, keepsData);
  }

  /** Lets a function read the free resources. */
  allowResources(lambda: Lambda): void {
    lambda.addEnvironment('BUILDS_BUCKET', this.builds.bucketName);
    allow(lambda, this.builds, ['s3:GetObject'], 'resources/*');
    allowList(lambda, this.builds);
  }

  /** Lets a function read the releases. */
  allowReleases(lambda: Lambda): void {
    lambda.addEnvironment('BUILDS_BUCKET', this.builds.bucketName);
    allow(lambda, this.builds, ['s3:GetObject'], 'releases/*');
    allowList(lambda, this.builds);
  }

  /** Allows a function to verify the builds of releases and to change what is live. */
  allowPublish(lambda: Lambda): void {
    this.allowReleases(lambda);
    // It verifies one version of an object, which links name later.
    allow(lambda, this.builds, ['s3:GetObjectVersion'], 'releases/*');
    // It halts a rollout in the manifest.
    allow(lambda, this.builds, ['s3:PutObject'], 'releases/live.json', 'releases/*/release.json');
    allow(lambda, this.builds, ['s3:PutObject', 's3:DeleteObject'], ...publishedPaths);
  }

  /** Allows a function to read the releases, to change what the team says about them, and to yank them. */
  allowYank(lambda: Lambda): void {
    this.allowReleases(lambda);
    allow(lambda, this.builds, ['s3:PutObject'], 'releases/*/release.json');
    allow(lambda, this.builds, ['s3:PutObject'], yankDecisionsKey);
  }

  /** Lets a function read the description of the live build. */
  allowBuildRecord(lambda: Lambda): void {
    lambda.addEnvironment('SITE_BUCKET', this.site.bucketName);
    allow(lambda, this.site, ['s3:GetObject'], siteBuild.file);
    allowList(lambda, this.site);
  }

  /** Allows a function to read and record the live build, and to remove assets of earlier ones. */
  allowForgettingAssets(lambda: Lambda): void {
    lambda.addEnvironment('SITE_BUCKET', this.site.bucketName);
    allow(lambda, this.site, ['s3:GetObject'], siteBuild.file, 'recent-builds.json');
    allowList(lambda, this.site);
    allow(lambda, this.site, ['s3:PutObject'], 'recent-builds.json');
    allow(lambda, this.site, ['s3:DeleteObject'], `${siteBuild.assetsFolder}/*`);
  }

  /** Lets a function add pictures of texts, and find out whether a picture exists. */
  allowPictures(lambda: Lambda): void {
    lambda.addEnvironment('MEDIA_BUCKET', this.media.bucketName);
    allow(lambda, this.media, ['s3:PutObject'], 'pictures/*');
    allow(lambda, this.media, ['s3:GetObject'], '*');
    allowList(lambda, this.media);
  }

  /** Lets a function read the 404 page. */
  allowMissingPage(lambda: Lambda): void {
    lambda.addEnvironment('SITE_BUCKET', this.site.bucketName);
    allow(lambda, this.site, ['s3:GetObject'], '404.html');
  }

  /** Lets a function read or write the public keys of licenses. */
  allowLicenseKeys(lambda: Lambda, access: 'read' | 'write'): void {
    lambda.addEnvironment('SITE_BUCKET', this.site.bucketName);
    allow(lambda, this.site, [access === 'read' ? 's3:GetObject' : 's3:PutObject'], licenseKeysFile);
  }

  /** Lets a function read and change the status, and with `feed` also write its feed. */
  allowStatus(lambda: Lambda, ...more: 'feed'[]): void {
    lambda.addEnvironment('SITE_BUCKET', this.site.bucketName);
    allow(lambda, this.site, ['s3:GetObject', 's3:PutObject'], statusFiles.json);
    for (const file of more) allow(lambda, this.site, ['s3:PutObject'], statusFiles[file]);
    allowList(lambda, this.site);
  }

  /** Lets a function read which articles of these collections visitors see. */
  allowArticleRecords(lambda: Lambda, collections: ArticleCollection[]): void {
    lambda.addEnvironment('SITE_BUCKET', this.site.bucketName);
    allow(lambda, this.site, ['s3:GetObject'], ...collections.map(({ name }) => `${name}/published.json`));
    allowList(lambda, this.site);
  }

  /** Lets a function write all collections of articles. */
  allowArticles(lambda: Lambda): void {
    this.allowArticleRecords(lambda, allCollections);
    allow(lambda, this.site, ['s3:PutObject', 's3:DeleteObject'], ...allCollections.flatMap(keysOf));
  }

  /** Lets a function write the numbers of votes on the roadmap. */
  allowVotes(lambda: Lambda): void {
    allow(lambda, this.site, ['s3:PutObject'], votesFile);
  }
}

const cloudFormationOf = (bucket: Bucket) => bucket.node.defaultChild as CfnBucket;

/**
 * Lets distributions of the account read the bucket. The policy cannot name ours, which refers to
 * the bucket and is deployed after it. With the permission to list, S3 answers 404 for a missing
 * key. Without it, S3 answers 403, as for a denied request. S3 lists only "/", which no behavior
 * forwards.
 */
function allowDistributions(bucket: Bucket): void {
  bucket.addToResourcePolicy(
    distributionsMay(
      bucket,
      ['s3:GetObject', 's3:ListBucket'],
      [bucket.arnForObjects('*'), bucket.bucketArn],
    ),
  );
}

const distributionsMay = (scope: Construct, actions: string[], resources: string[]) =>
  new PolicyStatement({
    principals: [new ServicePrincipal('cloudfront.amazonaws.com')],
    actions,
    resources,
    conditions: {
      ArnLike: { 'aws:SourceArn': `arn:aws:cloudfront::${Stack.of(scope).account}:distribution/*` },
    },
  });

function accessLogBucket(scope: Construct, keepsData: boolean): Bucket {
  const bucket = new Bucket(scope, 'AccessLog', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    lifecycleRules: [
      { expiration: Duration.days(accessLogDays), abortIncompleteMultipartUploadAfter: Duration.days(1) },
    ],
    autoDeleteObjects: !keepsData,
    removalPolicy: removalPolicyOf(keepsData),
  });
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason: 'It contains the log: an access log of it would only name the log delivery service.',
  });
  const { account, region } = Stack.of(scope);
  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/AWS-logs-and-resource-policy.html#AWS-logs-infrastructure-V2-S3
  bucket.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('delivery.logs.amazonaws.com')],
      actions: ['s3:PutObject'],
      resources: [bucket.arnForObjects('*')],
      conditions: {
        StringEquals: {
          's3:x-amz-acl': 'bucket-owner-full-control',
          'aws:SourceAccount': account,
        },
        ArnLike: { 'aws:SourceArn': `arn:aws:logs:${region}:${account}:delivery-source:*` },
      },
    }),
  );
  return bucket;
}

/** Why a permission covers all keys below a prefix. */
const reasonsForPrefixes: Record<string, string> = {
  'pictures/*': 'Their names contain a hash, and the team uploads them at the desk.',
  '*': 'A text may name any picture of the bucket, and visitors may read all of them.',
  'resources/*': 'Every signed-in user may download all free resources.',
  'releases/*': 'Releases are uploaded after the deployment, so their names are unknown before.',
  'releases/*/release.json':
    'Releases are uploaded after the deployment. The manifest says whether one is promoted or withdrawn.',
  'updates/*': 'One function writes all files of updaters, one per platform and channel.',
  'assets/*': 'Their names contain a hash and differ in each build.',
  'blog/*': 'One folder for each article, and articles come and go without a deployment.',
  'letters/*': 'One folder for each newsletter, which is sent without a deployment.',
};

/** How cdk-nag names a bucket in a policy of another stack. */
export function importedArnOf(bucket: Bucket): string {
  const stack = Stack.of(bucket);
  return stack.resolve(stack.exportValue(bucket.bucketArn))['Fn::ImportValue'];
}

function allow(lambda: Lambda, bucket: Bucket, actions: string[], ...keys: string[]): void {
  const resources = keys.map((key) => bucket.arnForObjects(key));
  lambda.addToRolePolicy(new PolicyStatement({ actions, resources }));
  for (const key of keys) {
    const reason = reasonsForPrefixes[key];
    if (reason && lambda.role)
      Validations.of(lambda.role).acknowledge({
        id: `AwsSolutions-IAM5[Resource::${importedArnOf(bucket)}/${key}]`,
        reason,
      });
  }
}

/**
 * Without this permission, S3 answers "access denied" for a missing object. It must cover the whole
 * bucket, because a request for an object names no prefix.
 */
function allowList(lambda: Lambda, bucket: Bucket): void {
  lambda.addToRolePolicy(new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] }));
}
