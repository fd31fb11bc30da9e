import { readFileSync } from 'node:fs';
import { Annotations, Duration, Fn, Validations } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import {
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
import { HttpOrigin, OriginGroup, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { partialShares } from '../contract/rules/rollout-shares.ts';
import { signedPaths } from '../contract/rules/signed-links.ts';
import { AccessLog } from './access-log.ts';
import type { DistributionSecrets } from './distribution-secrets.ts';
import type { DownloadLinks } from './download-links.ts';
import { fillConstants } from './edge/fill-constants.ts';
import { fillRoutes } from './edge/fill-routes.ts';
import { Firewall } from './firewall.ts';
import { MissingPage } from './missing-page.ts';
import { ResponseHeaders } from './response-headers.ts';
import { type StageSettings, zoneNameOf } from './stage-settings.ts';
import { publishedPaths, type Storage, updatesPath } from './storage.ts';

interface DeliveryProps {
  siteName: string;
  stage: StageSettings;
  storage: Storage;
  httpApi: HttpApi;
  distributionSecrets: DistributionSecrets;
  downloadLinks: DownloadLinks;
  /** The sources of the inline styles that pages may contain. */
  styleHashes: string[];
  /** Pages may open a WebSocket to it. */
  doorbellOrigin: string;
}

/** The distribution in front of pages, pictures, builds and the API. */
export class Delivery extends Construct {
  readonly siteUrl: string;
  readonly distribution: Distribution;

  constructor(scope: Construct, id: string, props: DeliveryProps) {
    super(scope, id);
    const {
      siteName,
      stage,
      storage,
      httpApi,
      distributionSecrets,
      downloadLinks,
      styleHashes,
      doorbellOrigin,
    } = props;
    const { domain, isReadOnly = false } = stage;
    const headers = new ResponseHeaders(this, 'Headers', { stage, styleHashes, doorbellOrigin });
    const files = {
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      responseHeadersPolicy: headers.files,
      compress: true,
    };
    const missingPage = new MissingPage(this, 'MissingPage', storage);
    // Imported, because CDK would add the distribution to the policy of the bucket, which is
    // deployed before it. lib/storage.ts has the policy.
    const bucket = (id: string, { bucketArn, bucketName, bucketRegionalDomainName }: Storage['site']) =>
      new OriginGroup({
        primaryOrigin: S3BucketOrigin.withOriginAccessControl(
          Bucket.fromBucketAttributes(this, id, { bucketArn, bucketName, bucketRegionalDomainName }),
        ),
        fallbackOrigin: missingPage.origin,
        fallbackStatusCodes: [404],
      });
    // CloudFront allows ten origin groups, so behaviors share them.
    const origins = {
      site: bucket('SiteBucket', storage.site),
      media: bucket('MediaBucket', storage.media),
      builds: bucket('BuildsBucket', storage.builds),
    };
    const onRequest = (file: string, fill?: (code: string) => string) => [
      { function: this.edgeFunction(file, fill), eventType: FunctionEventType.VIEWER_REQUEST },
    ];
    const onDownload = onRequest('download-request.js');

    const zone =
      domain &&
      HostedZone.fromHostedZoneAttributes(this, 'Zone', {
        hostedZoneId: domain.hostedZoneId,
        zoneName: zoneNameOf(domain),
      });
    this.distribution = new Distribution(this, 'Distribution', {
      ...(domain
        ? {
            domainNames: [domain.name],
            certificate: new Certificate(this, 'Certificate', {
              domainName: domain.name,
              validation: CertificateValidation.fromDns(zone),
            }),
            // CloudFront decides the protocol for its own domain name.
            minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
          }
        : {}),
      webAclId: new Firewall(this, 'Firewall', siteName).arn,
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_ALL,
      // Adds the cache hit rate; the other metrics are free.
      publishAdditionalMetrics: true,
      defaultBehavior: {
        ...files,
        responseHeadersPolicy: headers.pages,
        origin: origins.site,
        cachePolicy: CachePolicy.CACHING_OPTIMIZED,
        functionAssociations: onRequest('site-request.js'),
      },
      additionalBehaviors: {
        '/api/*': {
          ...files,
          origin: new HttpOrigin(Fn.select(2, Fn.split('/', httpApi.apiEndpoint)), {
            customHeaders: distributionSecrets.header,
          }),
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          allowedMethods: AllowedMethods.ALLOW_ALL,
          cachePolicy: CachePolicy.CACHING_DISABLED,
          originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
          functionAssociations: onRequest('api-request.js', (code) => fillRoutes(code, isReadOnly)),
        },
        '/assets/*': {
          ...files,
          origin: origins.site,
          cachePolicy: CachePolicy.CACHING_OPTIMIZED,
        },
        '/media/*': {
          ...files,
          origin: origins.media,
          responseHeadersPolicy: headers.pictures,
          // Without a cache setting of the object, CloudFront would keep a picture for a day.
          cachePolicy: new CachePolicy(this, 'Pictures', {
            defaultTtl: Duration.minutes(5),
            minTtl: Duration.seconds(0),
            maxTtl: Duration.days(365),
          }),
          functionAssociations: onRequest('media-request.js'),
        },
        // A signed link is the only way to a build or a resource.
        ...Object.fromEntries(
          signedPaths.map((path) => [
            `/${path}`,
            {
              ...files,
              origin: origins.builds,
              viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
              trustedKeyGroups: [downloadLinks.keyGroup],
              cachePolicy: downloadLinks.cachePolicy,
              // A compressed answer could not be resumed.
              compress: false,
              functionAssociations: onDownload,
            },
          ]),
        ),
        ...Object.fromEntries(
          publishedPaths.map((path) => [
            `/${path}`,
            {
              ...files,
              origin: origins.builds,
              cachePolicy: CachePolicy.CACHING_OPTIMIZED,
              ...(path === updatesPath
                ? {
                    functionAssociations: onRequest('update-request.js', (code) =>
                      fillConstants(code, { partialShares }),
                    ),
                  }
                : {}),
            },
          ]),
        ),
      },
      // By default, CloudFront caches errors for ten seconds, even those of the API, so one failed
      // request would fail for every visitor.
      errorResponses: [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504].map((httpStatus) => ({
        httpStatus,
        ttl: Duration.seconds(0),
      })),
    });

    Annotations.of(this.distribution).acknowledgeWarning(
      '@aws-cdk/aws-cloudfront-origins:updateImportedBucketPolicyOac',
      'lib/storage.ts has the policy.',
    );

    const { distribution } = this;
    new AccessLog(this, 'AccessLog', { siteName, distribution, bucket: storage.accessLog });
    Validations.of(this.distribution).acknowledge(
      { id: 'AwsSolutions-CFR1', reason: 'The site has readers in all countries.' },
      {
        id: 'AwsSolutions-CFR3',
        reason:
          'lib/access-log.ts logs requests, because this kind of log would contain addresses of visitors.',
      },
    );
    if (!domain)
      Validations.of(this.distribution).acknowledge({
        id: 'AwsSolutions-CFR4',
        reason:
          "CloudFront's own name comes with its own certificate and lowest version of TLS. With a domain it is 1.2.",
      });

    this.siteUrl = `https://${domain?.name ?? this.distribution.distributionDomainName}`;
    if (domain && zone) {
      // With the dot, it is the whole name and not relative to the zone.
      const record = {
        zone,
        recordName: `${domain.name}.`,
        target: RecordTarget.fromAlias(new CloudFrontTarget(this.distribution)),
      };
      new ARecord(this, 'Address', record);
      new AaaaRecord(this, 'AddressIpv6', record);
    }
  }

  /** Passes the site's address to a function. */
  allowSiteUrl(lambda: Lambda): void {
    lambda.addEnvironment('SITE_URL', this.siteUrl);
  }

  private edgeFunction(file: string, fill = (code: string) => code): EdgeFunction {
    const code = readFileSync(new URL(`edge/${file}`, import.meta.url), 'utf8');
    return new EdgeFunction(this, file.replace('.js', ''), {
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(fill(code)),
    });
  }
}
