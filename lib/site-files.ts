import { IgnoreMode, RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct, type IDependable } from 'constructs';
import { cacheControl } from '../contract/rules/cache-control.ts';
import { contentTypeOf } from '../contract/rules/content-type-of.ts';
import { logDays } from '../contract/rules/retention.ts';
import { compressedAssets, pictures, resources } from './site-folders.ts';
import type { Storage } from './storage.ts';

interface SiteFilesProps {
  storage: Storage;
  /** The folder with the built site. */
  siteFolder: string;
  /** JSON files with values that are known only after a deployment, by name. */
  settings: Readonly<Record<string, object>>;
  /** Constructs that must exist before the pages are uploaded. */
  after: IDependable[];
}

/**
 * Formats of the pages and their feeds. The AWS CLI of the deployment adds no character set, and takes
 * the types that it does not know from a table of its machine.
 */
const formatsOfPages = ['html', 'xml', 'atom', 'md', 'webmanifest'];

/** The files for programs that look at standard paths: https://www.rfc-editor.org/rfc/rfc8615 */
const wellKnown = '.well-known';

type DeploymentTarget = Pick<
  ConstructorParameters<typeof BucketDeployment>[2],
  'destinationBucket' | 'destinationKeyPrefix' | 'cacheControl' | 'prune' | 'logGroup'
>;

/**
 * Uploads the built site and the settings of this stage to its bucket, and its pictures to the
 * media.
 */
export class SiteFiles extends Construct {
  /** The files that pages load. Functions that render pages depend on them. */
  readonly assets: IDependable[];

  constructor(scope: Construct, id: string, { storage, siteFolder, settings, after }: SiteFilesProps) {
    super(scope, id);
    const logGroup = new LogGroup(this, 'DeploymentLogs', {
      retention: logDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    // Open pages still load the scripts of the previous version.
    const target = (destinationBucket: Storage['site'], cacheSetting: string) => ({
      destinationBucket,
      cacheControl: [CacheControl.fromString(cacheSetting)],
      prune: false,
      logGroup,
    });

    const assets = { ...target(storage.site, cacheControl.assets), destinationKeyPrefix: 'assets' };
    const pages = target(storage.site, cacheControl.pages);
    this.assets = [
      new BucketDeployment(this, 'Assets', {
        ...assets,
        sources: [Source.asset(compressedAssets(siteFolder))],
        contentEncoding: 'br',
      }),
      this.deployFormat('woff2', `${siteFolder}/assets`, assets),
    ];
    const before = [
      ...this.assets,
      ...(['avif', 'webp'] as const).map((format) =>
        this.deployFormat(format, pictures.folder, {
          ...target(storage.media, cacheControl.pictures),
          destinationKeyPrefix: pictures.keyPrefix,
        }),
      ),
      new BucketDeployment(this, 'Resources', {
        ...target(storage.builds, cacheControl.pages),
        sources: [Source.asset(resources.folder)],
        destinationKeyPrefix: resources.keyPrefix,
      }),
      ...formatsOfPages.map((format) => this.deployFormat(format, siteFolder, pages)),
      this.deployFormat('txt', `${siteFolder}/${wellKnown}`, { ...pages, destinationKeyPrefix: wellKnown }),
    ];
    const pageFiles = new BucketDeployment(this, 'Pages', {
      ...pages,
      sources: [
        Source.asset(siteFolder, {
          exclude: ['assets/**', `${wellKnown}/**`, ...formatsOfPages.map((format) => `**/*.${format}`)],
        }),
        ...Object.entries(settings).map(([file, content]) => Source.jsonData(file, content)),
      ],
    });
    // This upload is the last: the events of its settings begin work that reads all other files.
    pageFiles.node.addDependency(...before, ...after);
    const [, ...others] = this.node.children.filter((child) => child instanceof BucketDeployment);
    for (const deployment of others) removeUnusedLayer(deployment);
  }

  /** Uploads the files of one format in a folder, and in its folders. */
  private deployFormat(format: string, folder: string, target: DeploymentTarget) {
    return new BucketDeployment(this, `Files-${format}`, {
      ...target,
      sources: [Source.asset(folder, { exclude: ['*', '!*/', `!*.${format}`], ignoreMode: IgnoreMode.GIT })],
      contentType: contentTypeOf(`*.${format}`),
    });
  }
}

/**
 * All bucket deployments of a stack share one function, which uses the layer with the AWS CLI of the
 * first. CDK creates that layer of 22 MB again for each, and Lambda throttles the requests:
 * https://github.com/aws/aws-cdk/issues/32907
 */
function removeUnusedLayer(deployment: BucketDeployment): void {
  if (!deployment.node.tryRemoveChild('AwsCliLayer'))
    throw new Error('The CDK has renamed the layer of bucket deployments: see lib/site-files.ts.');
}
