import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { siteBuild } from '../contract/site-build.ts';

/** What the release event tells visitors and updaters, in the builds bucket and on the site alike. */
export const publishedPaths = ['version.json', 'releases.json', 'updates/*'];

/** What is written from the Articles table, in the site's bucket. */
const blogKeys = ['blog/*', 'blog.atom', 'blog.rss', 'sitemap-articles.xml'];

/** What is written anew for each release. Of the builds all versions are kept: downloads name the very one that was verified. */
const rewrittenOften = ['updates/', 'version.json', 'releases.json', 'releases/live.json', 'resources/'];

interface BucketOptions {
  announcesUploads?: boolean;
  /** The keys whose earlier versions go after a while; all if it is missing. */
  forgetsOnly?: string[];
}

/** The files: what visitors read, the pictures, and the desktop builds. Nobody reaches a bucket but through CloudFront or a signed link. */
export class Storage extends Construct {
  readonly site: Bucket;
  readonly media: Bucket;
  readonly builds: Bucket;

  constructor(scope: Construct, id: string, { keepsData }: { keepsData: boolean }) {
    super(scope, id);
    const bucket = (name: string, options: BucketOptions = {}) =>
      new Bucket(this, name, {
        blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
        encryption: BucketEncryption.S3_MANAGED,
        enforceSSL: true,
        versioned: true,
        lifecycleRules: [
          { abortIncompleteMultipartUploadAfter: Duration.days(7) },
          ...(options.forgetsOnly ?? [undefined]).map((prefix) => ({
            ...(prefix === undefined ? {} : { prefix }),
            noncurrentVersionExpiration: Duration.days(90),
          })),
        ],
        eventBridgeEnabled: options.announcesUploads ?? false,
        autoDeleteObjects: !keepsData,
        removalPolicy: keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
      });
    this.site = bucket('Site', { announcesUploads: true });
    this.media = bucket('Media');
    this.builds = bucket('Builds', { announcesUploads: true, forgetsOnly: rewrittenOften });
  }

  /** Lets a function read the free resources. */
  allowResources(lambda: Lambda): void {
    lambda.addEnvironment('BUILDS_BUCKET', this.builds.bucketName);
    const statement = (action: string, resource: string) =>
      new PolicyStatement({ actions: [action], resources: [resource] });
    lambda.addToRolePolicy(statement('s3:GetObject', this.builds.arnForObjects('resources/*')));
    lambda.addToRolePolicy(statement('s3:ListBucket', this.builds.bucketArn));
  }

  /** Lets a function read the builds; with `publish` also say what is live. */
  allowBuilds(lambda: Lambda, right: 'read' | 'publish'): void {
    lambda.addEnvironment('BUILDS_BUCKET', this.builds.bucketName);
    const allow = (action: string, ...resources: string[]) =>
      lambda.addToRolePolicy(new PolicyStatement({ actions: [action], resources }));
    const releases = this.builds.arnForObjects('releases/*');
    allow('s3:GetObject', releases);
    // Links lead to the very version of an object that was verified.
    allow('s3:GetObjectVersion', releases);
    // Without it, S3 says of a missing object that access to it is denied.
    allow('s3:ListBucket', this.builds.bucketArn);
    if (right === 'read') return;
    const published = publishedPaths.map((path) => this.builds.arnForObjects(path));
    allow('s3:PutObject', this.builds.arnForObjects('releases/live.json'), ...published);
    allow('s3:DeleteObject', ...published);
  }

  /** Lets a function see which build of the site is there, remember it, and remove scripts and styles of earlier ones. */
  allowForgettingAssets(lambda: Lambda): void {
    lambda.addEnvironment('SITE_BUCKET', this.site.bucketName);
    const allow = (action: string, ...resources: string[]) =>
      lambda.addToRolePolicy(new PolicyStatement({ actions: [action], resources }));
    const recentBuilds = this.site.arnForObjects('recent-builds.json');
    allow('s3:GetObject', this.site.arnForObjects(siteBuild.file), recentBuilds);
    allow('s3:ListBucket', this.site.bucketArn);
    allow('s3:PutObject', recentBuilds);
    allow('s3:DeleteObject', this.site.arnForObjects(`${siteBuild.assetsFolder}/*`));
  }

  /** Lets a function write the blog. */
  allowBlog(lambda: Lambda): void {
    lambda.addEnvironment('SITE_BUCKET', this.site.bucketName);
    const allow = (action: string, ...resources: string[]) =>
      lambda.addToRolePolicy(new PolicyStatement({ actions: [action], resources }));
    allow('s3:GetObject', this.site.arnForObjects('blog/published.json'));
    // Of the whole bucket: who may list a prefix only is told of a missing record that access to it is denied, because reading it names no prefix.
    allow('s3:ListBucket', this.site.bucketArn);
    const blog = blogKeys.map((key) => this.site.arnForObjects(key));
    allow('s3:PutObject', ...blog);
    allow('s3:DeleteObject', ...blog);
  }
}
