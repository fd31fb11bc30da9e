import { CfnOutput, STACK_RESOURCE_LIMIT_CONTEXT, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { events } from '../contract/events/events.ts';
import type { WebSettings } from '../contract/records/web-settings.ts';
import { Accounts } from './accounts.ts';
import { Alarms } from './alarms.ts';
import { Api } from './api.ts';
import { Budget } from './budget.ts';
import { BusinessCounts } from './business-counts.ts';
import { addConsumers } from './consumers.ts';
import { Data } from './data.ts';
import { Delivery } from './delivery.ts';
import { DistributionSecrets } from './distribution-secrets.ts';
import { Events } from './events.ts';
import { applyGrants, count, limits, type Parts, publish, sendMail, siteUrl, users } from './grants.ts';
import { acknowledgeMadeByCdk } from './made-by-cdk.ts';
import { Mail } from './mail.ts';
import { operationGrants } from './operation-grants.ts';
import { Payments } from './payments.ts';
import { addPublishing } from './publishing.ts';
import { SiteAlarms } from './site-alarms.ts';
import { SiteDashboard } from './site-dashboard.ts';
import { SiteFiles } from './site-files.ts';
import type { StageSettings } from './stage-settings.ts';
import { Storage } from './storage.ts';

interface SiteStackProps extends StackProps {
  stage: StageSettings;
  /** The folder with the built site. */
  siteFolder: string;
}

/** Composes the constructs and grants permissions. */
export class SiteStack extends Stack {
  constructor(scope: Construct, id: string, { stage, siteFolder, ...props }: SiteStackProps) {
    super(scope, id, props);
    // CDK warns from 400 resources on. test/infra/resources.test.ts fails before CloudFormation's limit of 500.
    this.node.setContext(STACK_RESOURCE_LIMIT_CONTEXT, 0);
    const data = new Data(this, 'Data', stage);
    const storage = new Storage(this, 'Storage', stage);
    const alarms = new Alarms(this, 'Alarms', stage);
    const bus = new Events(this, 'Events', alarms);
    const counts = new BusinessCounts(this, 'Counts', this);
    const payments = new Payments(this, 'Payments', stage);
    const mail = new Mail(this, 'Mail', { stage, idempotency: data.idempotency });
    const accounts = new Accounts(this, 'Accounts', stage);
    const distributionSecrets = new DistributionSecrets(this, 'DistributionSecrets');
    const api = new Api(this, 'Api', distributionSecrets);
    const { httpApi } = api;
    const delivery = new Delivery(this, 'Delivery', {
      stage,
      storage,
      httpApi,
      distributionSecrets,
      siteFolder,
    });
    const parts = { stage, data, storage, payments, mail, accounts, bus, counts, delivery };

    addConsumers(parts);
    const renderers = addPublishing(parts);
    api.addOperations(accounts, (operation, lambda) =>
      applyGrants(lambda, operationGrants[operation], parts),
    );
    grantTriggers(parts);
    this.watch(parts, alarms, api);

    const webSettings = this.describeForBrowsers(parts);
    // Its pages call the API, and their upload is the event on which the blog is rendered again.
    const after = [api, storage, bus];
    const files = new SiteFiles(this, 'Files', {
      storage,
      distribution: delivery.distribution,
      siteFolder,
      settings: webSettings,
      after,
    });
    for (const renderer of renderers) renderer.node.addDependency(...files.assets);
    acknowledgeMadeByCdk(this, [storage.site, storage.media, storage.builds]);
    this.addOutputs(parts, webSettings);
  }

  private watch({ accounts, bus, counts, data, delivery, stage }: Parts, alarms: Alarms, api: Api): void {
    const { httpApi } = api;
    const { distribution } = delivery;
    const cognitoTriggers = [accounts.customEmailSender, accounts.postConfirmation];
    new SiteAlarms(this, 'SiteAlarms', { alarms, counts, httpApi, distribution, cognitoTriggers });
    new SiteDashboard(this, 'Dashboard', {
      counts,
      httpApi,
      distribution,
      data,
      queues: bus.queues,
      deadLetterQueues: bus.deadLetterQueues,
      alarms: alarms.all,
    });
    new Budget(this, 'Budget', stage);
  }

  private describeForBrowsers({ accounts, stage }: Parts): WebSettings {
    return {
      region: this.region,
      userPoolId: accounts.userPool.userPoolId,
      userPoolClientId: accounts.webClient.userPoolClientId,
      priceIds: stage.priceIds,
      seller: stage.seller,
      ...(stage.isReadOnly ? { isReadOnly: true } : {}),
    };
  }

  /** The local cloud and the team's commands read these. */
  private addOutputs({ bus, data, delivery, payments, storage }: Parts, webSettings: WebSettings): void {
    const outputs = {
      SiteUrl: delivery.siteUrl,
      WebSettings: this.toJsonString(webSettings),
      BuildsBucket: storage.builds.bucketName,
      MediaBucket: storage.media.bucketName,
      ArticlesTable: data.articles.tableName,
      StripeSecretKeyArn: payments.secretKey.secretArn,
      StripeWebhookSecretArn: payments.webhookSecret.secretArn,
      EventBus: bus.bus.eventBusName,
    };
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
  }
}

/** The permissions of the functions that Cognito calls, in addition to those in lib/accounts.ts. */
function grantTriggers(parts: Parts): void {
  const { customEmailSender, postConfirmation } = parts.accounts;
  const codeMails = [
    sendMail,
    siteUrl,
    publish(events.emailChangeRequested),
    users('GetItem'),
    limits('UpdateItem'),
    count('CodeMailsRefused'),
  ];
  applyGrants(customEmailSender, codeMails, parts);
  const confirmations = [
    publish(events.userRegistered),
    publish(events.passwordReset),
    count('Registrations', 'RegistrationsUnpublished', 'PasswordResetsUnpublished'),
  ];
  applyGrants(postConfirmation, confirmations, parts);
}
