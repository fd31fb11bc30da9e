import { RemovalPolicy } from 'aws-cdk-lib';
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct, type IDependable } from 'constructs';
import type { WebSettings } from '../contract/records/web-settings.ts';
import { cacheControl } from '../contract/rules/cache-control.ts';
import { logDays } from '../contract/rules/retention.ts';
import { pictures, resources } from './site-folders.ts';
import type { Storage } from './storage.ts';

interface SiteFilesProps {
  storage: Storage;
  /** Forgets its copies of the pages once the new ones are there. */
  distribution: IDistribution;
  /** The folder with the built site. */
  siteFolder: string;
  settings: WebSettings;
  /** What has to be there before the pages are. */
  after: IDependable[];
}

/** For programs that know nothing of the site: https://www.rfc-editor.org/rfc/rfc8615 */
const wellKnown = '.well-known';

/** Formats whose type a deployment knows only in newer versions, or not at all. */
const contentTypes = {
  atom: 'application/atom+xml; charset=utf-8',
  avif: 'image/avif',
  md: 'text/markdown; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json',
  webp: 'image/webp',
  woff2: 'font/woff2',
};

type DeploymentTarget = Pick<
  ConstructorParameters<typeof BucketDeployment>[2],
  | 'destinationBucket'
  | 'destinationKeyPrefix'
  | 'distribution'
  | 'distributionPaths'
  | 'cacheControl'
  | 'prune'
  | 'logGroup'
>;

/** The built site in its bucket, with the settings of this stage beside it, and its pictures among the media. */
export class SiteFiles extends Construct {
  /** What pages name. Whoever renders pages must not be there before them. */
  readonly assets: IDependable[];

  constructor(
    scope: Construct,
    id: string,
    { storage, distribution, siteFolder, settings, after }: SiteFilesProps,
  ) {
    super(scope, id);
    const logGroup = new LogGroup(this, 'DeploymentLogs', {
      retention: logDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    // Pages in somebody's browser still name the scripts of the version before.
    const target = (destinationBucket: Storage['site'], cacheSetting: string) => ({
      destinationBucket,
      cacheControl: [CacheControl.fromString(cacheSetting)],
      prune: false,
      logGroup,
    });

    const assetsFolder = `${siteFolder}/assets`;
    const assets = { ...target(storage.site, cacheControl.assets), destinationKeyPrefix: 'assets' };
    const pages = target(storage.site, cacheControl.pages);
    this.assets = [
      new BucketDeployment(this, 'Assets', {
        ...assets,
        sources: [Source.asset(assetsFolder, { exclude: ['*.woff2'] })],
      }),
      this.deployFormat('woff2', assetsFolder, assets),
    ];
    const before = [
      ...this.assets,
      ...(['avif', 'webp'] as const).map((format) =>
        this.deployFormat(format, pictures.folder, {
          ...target(storage.media, cacheControl.pictures),
          destinationKeyPrefix: pictures.keyPrefix,
          distribution,
          distributionPaths: [`/media/${pictures.keyPrefix}/*.${format}`],
        }),
      ),
      new BucketDeployment(this, 'Resources', {
        ...target(storage.builds, cacheControl.pages),
        sources: [Source.asset(resources.folder)],
        destinationKeyPrefix: resources.keyPrefix,
      }),
      this.deployFormat('atom', siteFolder, pages),
      this.deployFormat('md', siteFolder, pages),
      this.deployFormat('webmanifest', siteFolder, pages),
      this.deployFormat('txt', `${siteFolder}/${wellKnown}`, { ...pages, destinationKeyPrefix: wellKnown }),
    ];
    const pageFiles = new BucketDeployment(this, 'Pages', {
      ...pages,
      sources: [
        Source.asset(siteFolder, {
          exclude: ['assets/**', `${wellKnown}/**`, '*.atom', '*.md', '*.webmanifest'],
        }),
        Source.jsonData('config.json', settings),
      ],
      distribution,
      distributionPaths: ['/*'],
    });
    // A page must not be there before the scripts and pictures it names.
    pageFiles.node.addDependency(...before, ...after);
  }

  /** The files of one format that lie directly in a folder. */
  private deployFormat(format: keyof typeof contentTypes, folder: string, target: DeploymentTarget) {
    return new BucketDeployment(this, `Files-${format}`, {
      ...target,
      sources: [Source.asset(folder, { exclude: ['*', `!*.${format}`] })],
      contentType: contentTypes[format],
    });
  }
}
