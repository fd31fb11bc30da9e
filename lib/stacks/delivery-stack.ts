import { Stack, type StackProps } from 'aws-cdk-lib';
import { HttpApi, HttpAuthorizer, HttpAuthorizerType } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Construct } from 'constructs';
import type { Accounts } from '../accounts.ts';
import { Delivery } from '../delivery.ts';
import { DistributionSecrets, distributionSecretNumbers } from '../distribution-secrets.ts';
import { Doorbell } from '../doorbell.ts';
import { DownloadLinks } from '../download-links.ts';
import type { SiteAddress } from '../site-address.ts';
import type { StageSettings } from '../stage-settings.ts';
import type { Storage } from '../storage.ts';
import { addOutputs } from './add-outputs.ts';
import { exportAlways } from './export-always.ts';

interface DeliveryStackProps extends StackProps {
  siteName: string;
  stage: StageSettings;
  storage: Storage;
  siteAddress: SiteAddress;
  styleHashes: string[];
  accounts: Accounts;
}

/**
 * The distribution, and the API without its routes: the distribution needs the API's name, and the
 * routes need the site's address. All routes share one authorizer, because API Gateway refuses a
 * second one of the same name. The policy header of pages names the doorbell, so it is here too.
 */
export class DeliveryStack extends Stack {
  readonly httpApi: HttpApi;
  readonly authorizerId: string;
  readonly distributionSecrets: DistributionSecrets;
  readonly downloadLinks: DownloadLinks;
  readonly delivery: Delivery;
  readonly doorbell: Doorbell;

  constructor(scope: Construct, id: string, props: DeliveryStackProps) {
    const { siteName, stage, storage, siteAddress, styleHashes, accounts, ...stackProps } = props;
    super(scope, id, stackProps);
    this.httpApi = new HttpApi(this, 'HttpApi', { createDefaultStage: false });
    const { userPool, webClient } = accounts;
    this.authorizerId = new HttpAuthorizer(this, 'AccessToken', {
      httpApi: this.httpApi,
      type: HttpAuthorizerType.JWT,
      authorizerName: 'UserPool',
      identitySource: ['$request.header.Authorization'],
      jwtIssuer: `https://cognito-idp.${this.region}.amazonaws.com/${userPool.userPoolId}`,
      jwtAudience: [webClient.userPoolClientId],
    }).authorizerId;
    this.distributionSecrets = new DistributionSecrets(
      this,
      'DistributionSecrets',
      distributionSecretNumbers,
    );
    this.downloadLinks = new DownloadLinks(this, 'DownloadLinks');
    this.doorbell = new Doorbell(this, 'Doorbell', {
      siteName,
      userPool,
      webClient,
    });
    this.delivery = new Delivery(this, 'Delivery', {
      siteName,
      stage,
      storage,
      httpApi: this.httpApi,
      distributionSecrets: this.distributionSecrets,
      downloadLinks: this.downloadLinks,
      styleHashes,
      doorbellOrigin: this.doorbell.origin,
    });
    siteAddress.store(this, this.delivery.siteUrl);
    const { distributionId, distributionDomainName } = this.delivery.distribution;
    addOutputs(this, { SiteUrl: this.delivery.siteUrl });
    const { arns } = this.distributionSecrets;
    const { apiId, httpDns, realtimeDns } = this.doorbell.api;
    exportAlways(
      this,
      this.httpApi.apiId,
      this.authorizerId,
      distributionId,
      distributionDomainName,
      ...arns,
    );
    exportAlways(this, ...this.downloadLinks.references);
    exportAlways(this, apiId, httpDns, realtimeDns);
  }
}
