import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Annotations, Duration, Fn, RemovalPolicy } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AccessLevel,
  AllowedMethods,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginRequestPolicy,
  PriceClass,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct, type IDependable } from 'constructs';
import { routes } from '../contract/routes.ts';
import type { WebSettings } from '../contract/web-settings.ts';
import { ResponseHeaders } from './response-headers.ts';
import type { StageSettings } from './stages.ts';
import type { Storage } from './storage.ts';

interface DeliveryProps {
  domain?: StageSettings['domain'];
  storage: Storage;
  httpApi: HttpApi;
  /** The folder with the built site. */
  siteFolder: string;
}

/** How long browsers and the CDN keep what the site is made of; the names of assets change with their content. */
export const cacheControl = {
  assets: 'public, max-age=31536000, immutable',
  pages: 'public, max-age=0, must-revalidate',
  /** Their names stay when they are drawn anew: after a day the old one is shown once more while the new one is fetched. */
  pictures: 'public, max-age=86400, stale-while-revalidate=604800',
};

/** The site's own pictures: pages show them as `/media/<keyPrefix>/<file>`. */
export const pictures = {
  folder: fileURLToPath(new URL('../content/mockups/images', import.meta.url)),
  keyPrefix: 'site/images',
  contentTypes: { avif: 'image/avif', webp: 'image/webp' },
};

/** What visitors talk to: one distribution in front of pages, pictures, builds and the API. */
export class Delivery extends Construct {
  readonly siteUrl: string;
  private readonly distribution: Distribution;
  private readonly storage: Storage;
  private readonly siteFolder: string;

  constructor(scope: Construct, id: string, { domain, storage, httpApi, siteFolder }: DeliveryProps) {
    super(scope, id);
    this.storage = storage;
    this.siteFolder = siteFolder;
    const headers = new ResponseHeaders(this, 'Headers', siteFolder);
    const files = {
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      responseHeadersPolicy: headers.files,
      compress: true,
    };
    // With the right to list, a missing key is a 404. Without it, it would be a 403, which we could not tell from a refusal.
    const originAccessLevels = [AccessLevel.READ, AccessLevel.LIST];
    const bucket = (source: Storage['site']) =>
      S3BucketOrigin.withOriginAccessControl(source, { originAccessLevels });
    const onRequest = (file: string, fill?: (code: string) => string) => [
      { function: this.edgeFunction(file, fill), eventType: FunctionEventType.VIEWER_REQUEST },
    ];

    this.distribution = new Distribution(this, 'Distribution', {
      ...(domain
        ? {
            domainNames: [domain.name],
            certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
            // CloudFront's own name comes with CloudFront's own choice.
            minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
          }
        : {}),
      defaultRootObject: 'index.html',
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_ALL,
      defaultBehavior: {
        ...files,
        responseHeadersPolicy: headers.pages,
        origin: bucket(storage.site),
        cachePolicy: CachePolicy.CACHING_OPTIMIZED,
        functionAssociations: onRequest('site-request.js'),
      },
      additionalBehaviors: {
        '/api/*': {
          ...files,
          origin: new HttpOrigin(Fn.select(2, Fn.split('/', httpApi.apiEndpoint))),
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          allowedMethods: AllowedMethods.ALLOW_ALL,
          cachePolicy: CachePolicy.CACHING_DISABLED,
          originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
          functionAssociations: onRequest('api-request.js', fillPathsForUsers),
        },
        '/assets/*': {
          ...files,
          origin: bucket(storage.site),
          cachePolicy: CachePolicy.CACHING_OPTIMIZED,
        },
        '/media/*': {
          ...files,
          origin: bucket(storage.media),
          cachePolicy: CachePolicy.CACHING_OPTIMIZED,
          functionAssociations: onRequest('media-request.js'),
        },
        '/version.json': {
          ...files,
          origin: bucket(storage.builds),
          cachePolicy: CachePolicy.CACHING_OPTIMIZED,
        },
      },
      // 403 is no page: it is how the API refuses. And unless told otherwise, CloudFront keeps errors for ten seconds, also those of
      // the API: one person's failed request would be everybody's.
      errorResponses: [
        { httpStatus: 404, responseHttpStatus: 404, responsePagePath: '/404.html', ttl: Duration.minutes(1) },
        ...[400, 403, 405, 414, 416, 500, 501, 502, 503, 504].map((httpStatus) => ({
          httpStatus,
          ttl: Duration.seconds(0),
        })),
      ],
    });

    Annotations.of(this.distribution).acknowledgeWarning(
      '@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk',
      'No behavior ever asks S3 for a folder: the functions on them see to that.',
    );

    this.siteUrl = `https://${domain?.name ?? this.distribution.distributionDomainName}`;
    if (domain) {
      const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', {
        hostedZoneId: domain.hostedZoneId,
        zoneName: domain.name,
      });
      const target = RecordTarget.fromAlias(new CloudFrontTarget(this.distribution));
      new ARecord(this, 'Address', { zone, target });
      new AaaaRecord(this, 'AddressIpv6', { zone, target });
    }
  }

  /** Tells a function where the site answers. */
  allowSiteUrl(lambda: Lambda): void {
    lambda.addEnvironment('SITE_URL', this.siteUrl);
  }

  /** Puts the built site into its bucket, with the settings of this stage beside it, and its pictures among the media. */
  deploySite(settings: WebSettings, api: IDependable): void {
    const logGroup = new LogGroup(this, 'DeploymentLogs', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const deployment = { destinationBucket: this.storage.site, prune: false, logGroup };
    // Their names change with their content, so nobody ever has to ask again.
    const assets = new BucketDeployment(this, 'Assets', {
      ...deployment,
      sources: [Source.asset(`${this.siteFolder}/assets`)],
      destinationKeyPrefix: 'assets',
      cacheControl: [CacheControl.fromString(cacheControl.assets)],
    });
    const media = Object.entries(pictures.contentTypes).map(
      ([extension, contentType]) =>
        new BucketDeployment(this, `Pictures-${extension}`, {
          ...deployment,
          destinationBucket: this.storage.media,
          sources: [Source.asset(pictures.folder, { exclude: ['*', `!*.${extension}`] })],
          destinationKeyPrefix: pictures.keyPrefix,
          // Said, because the deployment's own table of types knows these formats only in newer versions.
          contentType,
          cacheControl: [CacheControl.fromString(cacheControl.pictures)],
        }),
    );
    const pages = new BucketDeployment(this, 'Pages', {
      ...deployment,
      sources: [
        Source.asset(this.siteFolder, { exclude: ['assets/**'] }),
        Source.jsonData('config.json', settings),
      ],
      cacheControl: [CacheControl.fromString(cacheControl.pages)],
      distribution: this.distribution,
      distributionPaths: ['/*'],
    });
    // A page must not be there before the scripts and pictures it names and the operations it calls.
    pages.node.addDependency(assets, ...media, api);
  }

  private edgeFunction(file: string, fill = (code: string) => code): EdgeFunction {
    const code = readFileSync(new URL(`edge/${file}`, import.meta.url), 'utf8');
    return new EdgeFunction(this, file.replace('.js', ''), {
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(fill(code)),
    });
  }
}

function fillPathsForUsers(code: string): string {
  const paths = Object.values(routes).flatMap(({ path, caller }) => (caller === 'user' ? [path] : []));
  const filled = code.replace('pathsForUsers = []', `pathsForUsers = ${JSON.stringify(paths)}`);
  if (filled === code) throw new Error('lib/edge/api-request.js has no list to fill.');
  return filled;
}
