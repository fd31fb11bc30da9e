import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import * as events from '../../contract/events/events.ts';
import type { WebSettings } from '../../contract/records/web-settings.ts';
import { Accounts } from '../accounts.ts';
import { AlarmTopic } from '../alarm-topic.ts';
import { Data, SiteTable } from '../data.ts';
import { LicenseKeys } from '../license-keys.ts';
import { Mail } from '../mail.ts';
import { Payments } from '../payments.ts';
import {
  addPermissions,
  limits,
  publish,
  recordMetrics,
  sendMail,
  signedLinks,
  users,
} from '../permissions.ts';
import type { SiteAddress } from '../site-address.ts';
import type { SiteBus } from '../site-bus.ts';
import type { SiteMetrics } from '../site-metrics.ts';
import { passkeyDomainOf, priceIdsOnSale, type StageSettings } from '../stage-settings.ts';
import { Storage } from '../storage.ts';
import { addOutputs } from './add-outputs.ts';
import { exportAlways } from './export-always.ts';

interface DataStackProps extends StackProps {
  siteName: string;
  stage: StageSettings;
  bus: SiteBus;
  metrics: SiteMetrics;
  siteAddress: SiteAddress;
}

/**
 * The resources that a deployment cannot create again: data, secrets, accounts with the functions
 * that Cognito calls, and everything that a person has confirmed. test/infra/kept-data.test.ts pins
 * the logical ids: with a different id, CloudFormation would start with an empty table.
 */
export class DataStack extends Stack {
  readonly data: Data;
  readonly storage: Storage;
  readonly payments: Payments;
  readonly mail: Mail;
  readonly licenseKeys: LicenseKeys;
  readonly accounts: Accounts;
  readonly alarmTopic: AlarmTopic;
  /** The settings that browsers need to sign in and to buy. */
  readonly webSettings: WebSettings;

  constructor(scope: Construct, id: string, props: DataStackProps) {
    const { siteName, stage, bus, metrics, siteAddress, ...stackProps } = props;
    super(scope, id, { terminationProtection: stage.keepsData, ...stackProps });
    this.data = new Data(this, 'Data', stage);
    this.storage = new Storage(this, 'Storage', stage);
    this.payments = new Payments(this, 'Payments', stage);
    const { idempotency, mailLog } = this.data;
    this.mail = new Mail(this, 'Mail', { stage, idempotency, mailLog });
    this.licenseKeys = new LicenseKeys(this, 'LicenseKeys', {
      siteName,
      keepsData: stage.keepsData,
    });
    this.accounts = new Accounts(this, 'Accounts', { siteName, stage });
    this.alarmTopic = new AlarmTopic(this, 'Alarms', stage);
    this.webSettings = this.describeForBrowsers(stage);
    this.addTriggerPermissions({ bus, metrics, siteAddress });
    this.addOutputs();
    this.exportAll();
  }

  /**
   * The permissions of the functions that Cognito calls, in addition to those in lib/accounts.ts.
   */
  private addTriggerPermissions({
    bus,
    metrics,
    siteAddress,
  }: Pick<DataStackProps, 'bus' | 'metrics' | 'siteAddress'>): void {
    const { customEmailSender, postConfirmation } = this.accounts;
    const parts = { data: this.data, mail: this.mail, bus, metrics };
    const codeMails = [
      sendMail,
      signedLinks,
      publish(events.emailChangeRequested),
      users('GetItem'),
      limits('UpdateItem'),
      recordMetrics('CodeMailsRefused', 'RegistrationsStarted'),
    ];
    addPermissions(customEmailSender, codeMails, parts);
    siteAddress.allowRead(customEmailSender);
    const confirmations = [
      publish(events.userRegistered),
      publish(events.passwordReset),
      recordMetrics('Registrations', 'RegistrationsUnpublished', 'PasswordResetsUnpublished'),
    ];
    addPermissions(postConfirmation, confirmations, parts);
  }

  private describeForBrowsers(stage: StageSettings): WebSettings {
    const passkeyDomain = passkeyDomainOf(stage);
    return {
      region: this.region,
      userPoolId: this.accounts.userPool.userPoolId,
      userPoolClientId: this.accounts.webClient.userPoolClientId,
      priceIds: priceIdsOnSale(stage),
      seller: stage.seller,
      ...(passkeyDomain ? { passkeyDomain } : {}),
      ...(stage.referralStorage ? { referralStorage: stage.referralStorage } : {}),
      ...(stage.isReadOnly ? { isReadOnly: true } : {}),
    };
  }

  private addOutputs(): void {
    const { data, licenseKeys, payments, storage, webSettings } = this;
    addOutputs(this, {
      WebSettings: this.toJsonString(webSettings),
      BuildsBucket: storage.builds.bucketName,
      MediaBucket: storage.media.bucketName,
      SiteBucket: storage.site.bucketName,
      ArticlesTable: data.articles.tableName,
      LicenseKeyIds: this.toJsonString(licenseKeys.keyIds),
      StripeSecretKeyArn: payments.secretKey.secretArn,
      StripeWebhookSecretArn: payments.webhookSecret.secretArn,
    });
  }

  private exportAll(): void {
    const { accounts, alarmTopic, data, licenseKeys, mail, payments, storage } = this;
    const tables = data.node.children.filter((child): child is SiteTable => child instanceof SiteTable);
    const buckets = [storage.site, storage.media, storage.builds, storage.accessLog];
    exportAlways(
      this,
      ...tables.flatMap(({ tableName, tableArn }) => [tableName, tableArn]),
      ...buckets.flatMap((bucket) => [bucket.bucketName, bucket.bucketArn, bucket.bucketRegionalDomainName]),
      accounts.userPool.userPoolId,
      accounts.userPool.userPoolArn,
      accounts.webClient.userPoolClientId,
      accounts.recoveryClient.userPoolClientId,
      payments.secretKey.secretArn,
      payments.webhookSecret.secretArn,
      ...mail.references,
      ...licenseKeys.references,
      alarmTopic.topic.topicArn,
    );
  }
}
