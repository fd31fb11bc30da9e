import { CfnOutput, Duration, STACK_RESOURCE_LIMIT_CONTEXT, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { events } from '../contract/events/events.ts';
import type { WebSettings } from '../contract/records/web-settings.ts';
import { Accounts } from './accounts.ts';
import { Alarms } from './alarms.ts';
import { Api } from './api.ts';
import { Budget } from './budget.ts';
import { BusinessCounts } from './business-counts.ts';
import { Data } from './data.ts';
import { Delivery } from './delivery.ts';
import { DistributionSecrets } from './distribution-secrets.ts';
import { Events } from './events.ts';
import type { LambdaFunction } from './lambda-function.ts';
import { acknowledgeMadeByCdk } from './made-by-cdk.ts';
import { Mail } from './mail.ts';
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

/** The whole site. What each part is stands in its own file; here stands who may do what. */
export class SiteStack extends Stack {
  constructor(scope: Construct, id: string, { stage, siteFolder, ...props }: SiteStackProps) {
    super(scope, id, props);
    // CDK would remark on it from 400 resources on. Of the 500 that CloudFormation takes, test/infra/resources.test.ts says when they run out.
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
    const delivery = new Delivery(this, 'Delivery', {
      stage,
      storage,
      httpApi: api.httpApi,
      distributionSecrets,
      siteFolder,
    });

    // The only writer of the group `paid`. An hour of attempts, one per minute.
    const syncPaidGroup = bus.consumeInOrder('syncPaidGroup', { maxReceives: 60 });
    data.users.allow(syncPaidGroup.lambda, 'GetItem');
    accounts.allow(syncPaidGroup.lambda, 'AdminAddUserToGroup', 'AdminRemoveUserFromGroup');

    const allowUnsubscribing = (lambda: LambdaFunction) => {
      data.limits.allow(lambda, 'UpdateItem');
      data.users.allow(lambda, 'GetItem', 'PutItem', 'UpdateItem');
      accounts.allow(lambda, 'AdminGetUser');
      mail.allowUnsubscribeLinks(lambda);
    };
    const allowGroupSync = (lambda: LambdaFunction) => {
      syncPaidGroup.queue.grant(lambda, 'sqs:SendMessage');
      lambda.addEnvironment('PAID_GROUP_QUEUE_URL', syncPaidGroup.queue.queueUrl);
    };
    const allowSettlement = (lambda: LambdaFunction) => {
      data.orders.allow(lambda, 'GetItem', 'PutItem', 'UpdateItem');
      data.users.allow(lambda, 'ConditionCheckItem', 'GetItem', 'UpdateItem');
      data.referrals.allow(lambda, 'GetItem', 'PutItem');
      payments.allowAccount(lambda);
      accounts.identifySite(lambda);
      allowGroupSync(lambda);
      bus.allowPublish(lambda, events.licenseChanged);
      delivery.allowSiteUrl(lambda);
      counts.countIn(lambda, 'LicensesGranted', 'Refunds');
    };
    api.addOperations(accounts, {
      me: (lambda) => {
        data.users.allow(lambda, 'GetItem', 'PutItem');
      },
      updateMe: (lambda) => {
        data.users.allow(lambda, 'GetItem', 'PutItem', 'UpdateItem');
      },
      syncEmail: (lambda) => {
        data.limits.allow(lambda, 'UpdateItem');
        data.users.allow(lambda, 'GetItem', 'PutItem', 'UpdateItem');
      },
      exportMyData: (lambda) => {
        data.limits.allow(lambda, 'UpdateItem');
        data.users.allow(lambda, 'GetItem', 'PutItem');
        data.feedback.allow(lambda, 'Query');
        data.orders.allow(lambda, 'Query');
        data.referrals.allow(lambda, 'Query');
        accounts.allow(lambda, 'AdminGetUser');
      },
      deleteAccountData: (lambda) => {
        data.limits.allow(lambda, 'UpdateItem');
        data.feedback.allow(lambda, 'Query');
        data.orders.allow(lambda, 'Query');
        bus.allowPublish(lambda, events.accountDeletionRequested);
      },
      checkout: (lambda) => {
        data.limits.allow(lambda, 'UpdateItem');
        data.users.allow(lambda, 'ConditionCheckItem', 'GetItem', 'PutItem', 'UpdateItem');
        data.orders.allow(lambda, 'GetItem', 'PutItem');
        payments.allowAccount(lambda);
        accounts.identifySite(lambda);
        delivery.allowSiteUrl(lambda);
        lambda.addEnvironment('PRICE_IDS', JSON.stringify(stage.priceIds));
        counts.countIn(lambda, 'CheckoutsStarted');
      },
      confirmCheckout: (lambda) => {
        data.limits.allow(lambda, 'UpdateItem');
        allowSettlement(lambda);
      },
      myOrders: (lambda) => {
        data.orders.allow(lambda, 'Query');
      },
      myReferrals: (lambda) => {
        data.users.allow(lambda, 'GetItem', 'PutItem', 'UpdateItem');
        data.referrals.allow(lambda, 'PutItem', 'Query');
      },
      download: (lambda) => {
        storage.allowBuilds(lambda, 'read');
        data.downloads.allow(lambda, 'UpdateItem');
        counts.countIn(lambda, 'Downloads');
      },
      downloadResource: (lambda) => {
        storage.allowResources(lambda);
      },
      updateFile: (lambda) => {
        storage.allowBuilds(lambda, 'read');
      },
      feedback: (lambda) => {
        data.limits.allow(lambda, 'UpdateItem');
        data.users.allow(lambda, 'ConditionCheckItem', 'GetItem', 'PutItem');
        data.feedback.allow(lambda, 'GetItem', 'PutItem');
        bus.allowPublish(lambda, events.feedbackSubmitted);
      },
      contact: (lambda) => {
        data.limits.allow(lambda, 'UpdateItem');
        bus.allowPublish(lambda, events.contactSubmitted);
        counts.countIn(lambda, 'LettersRefused');
      },
      referralImpression: (lambda) => {
        data.limits.allow(lambda, 'UpdateItem');
        data.referrals.allow(lambda, 'GetItem', 'UpdateItem');
      },
      unsubscribe: allowUnsubscribing,
      oneClickUnsubscribe: allowUnsubscribing,
      stripeWebhook: (lambda) => {
        payments.allowWebhook(lambda);
        bus.allowPublish(lambda, events.paymentChanged);
        counts.countIn(lambda, 'WebhookFailures');
      },
    });

    mail.allowSend(accounts.customEmailSender);
    delivery.allowSiteUrl(accounts.customEmailSender);
    bus.allowPublish(accounts.customEmailSender, events.emailChangeRequested);
    data.users.allow(accounts.customEmailSender, 'GetItem');
    data.limits.allow(accounts.customEmailSender, 'UpdateItem');
    counts.countIn(accounts.customEmailSender, 'CodeMailsRefused');
    bus.allowPublish(accounts.postConfirmation, events.userRegistered);
    bus.allowPublish(accounts.postConfirmation, events.passwordReset);
    counts.countIn(
      accounts.postConfirmation,
      'Registrations',
      'RegistrationsUnpublished',
      'PasswordResetsUnpublished',
    );

    const sendWelcome = bus.listen('sendWelcome', events.userRegistered);
    data.users.allow(sendWelcome, 'GetItem');
    mail.allowSend(sendWelcome);
    mail.allowUnsubscribeLinks(sendWelcome);
    delivery.allowSiteUrl(sendWelcome);

    const countSignUp = bus.listen('countSignUp', events.userRegistered);
    data.limits.allow(countSignUp, 'PutItem');
    data.referrals.allow(countSignUp, 'GetItem', 'UpdateItem');

    const warnOldAddress = bus.listen('warnOldAddress', events.emailChangeRequested);
    mail.allowSend(warnOldAddress);
    delivery.allowSiteUrl(warnOldAddress);

    const handlePasswordReset = bus.listen('handlePasswordReset', events.passwordReset);
    accounts.allow(handlePasswordReset, 'AdminUserGlobalSignOut');
    mail.allowSend(handlePasswordReset);
    delivery.allowSiteUrl(handlePasswordReset);

    // The sign-in is removed first, so the person cannot ask again: half a day of attempts before the team is called.
    const deleteAccount = bus.listenByQueue('deleteAccount', events.accountDeletionRequested, {
      visibilityTimeout: Duration.minutes(15),
      maxReceives: 48,
    });
    accounts.allow(deleteAccount, 'AdminDeleteUser');
    data.users.allow(deleteAccount, 'GetItem', 'PutItem');
    payments.allowAccount(deleteAccount);
    data.feedback.allow(deleteAccount, 'Query', 'DeleteItem');
    data.orders.allow(deleteAccount, 'Query', 'UpdateItem');
    data.referrals.allow(deleteAccount, 'Query', 'DeleteItem');
    mail.allowSend(deleteAccount);
    delivery.allowSiteUrl(deleteAccount);

    const notifyTeamOfFeedback = bus.listen('notifyTeamOfFeedback', events.feedbackSubmitted);
    data.feedback.allow(notifyTeamOfFeedback, 'GetItem');
    data.users.allow(notifyTeamOfFeedback, 'GetItem');
    mail.allowSend(notifyTeamOfFeedback);
    mail.allowTeamAddress(notifyTeamOfFeedback);

    const deliverContact = bus.listen('deliverContact', events.contactSubmitted);
    mail.allowSend(deliverContact);
    mail.allowTeamAddress(deliverContact);
    delivery.allowSiteUrl(deliverContact);

    allowSettlement(bus.listen('settleOrder', events.paymentChanged, { timeoutSeconds: 120 }));

    // It asks Stripe about each checkout that differs, one after the other.
    const reconcile = bus.schedule('reconcile', Duration.hours(1), {
      timeoutSeconds: 900,
      enabled: !stage.isReadOnly,
    });
    allowSettlement(reconcile);
    accounts.allow(reconcile, 'AdminListGroupsForUser');
    // For the progress of a run that had no time left.
    data.limits.allow(reconcile, 'GetItem', 'PutItem', 'DeleteItem');
    counts.countIn(reconcile, 'OrdersRepaired');
    mail.allowSend(reconcile);
    mail.allowTeamAddress(reconcile);

    const sweepAccounts = bus.schedule('sweepAccounts', Duration.hours(1), {
      timeoutSeconds: 900,
      enabled: !stage.isReadOnly,
    });
    accounts.allow(sweepAccounts, 'AdminDeleteUser', 'AdminGetUser', 'AdminListGroupsForUser', 'ListUsers');
    data.users.allow(sweepAccounts, 'GetItem', 'Scan');
    data.referrals.allow(sweepAccounts, 'DeleteItem', 'GetItem', 'Scan');
    data.limits.allow(sweepAccounts, 'GetItem', 'PutItem');
    allowGroupSync(sweepAccounts);
    bus.allowPublish(sweepAccounts, events.accountDeletionRequested);
    counts.countIn(sweepAccounts, 'RecordsWithoutAccount');

    const sendLicenseMail = bus.listen('sendLicenseMail', events.licenseChanged);
    data.orders.allow(sendLicenseMail, 'GetItem');
    data.users.allow(sendLicenseMail, 'GetItem');
    mail.allowSend(sendLicenseMail);
    mail.allowTeamAddress(sendLicenseMail);
    delivery.allowSiteUrl(sendLicenseMail);

    const renderers = addPublishing({ bus, data, delivery, mail, storage });

    // SES tells all stages of an account on one bus.
    const ofOurMail = {
      mail: { tags: { 'ses:configuration-set': [mail.configurationSet.configurationSetName] } },
    };
    const recordBounce = bus.listen('recordBounce', events.mailBounced, { detail: ofOurMail });
    counts.countIn(recordBounce, 'MailsBounced', 'MailsWithheld');
    const handleComplaint = bus.listen('handleComplaint', events.mailComplained, { detail: ofOurMail });
    accounts.allow(handleComplaint, 'AdminGetUser');
    data.users.allow(handleComplaint, 'GetItem', 'PutItem', 'UpdateItem');
    counts.countIn(handleComplaint, 'Complaints', 'MailsWithheld');

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

    const webSettings: WebSettings = {
      region: this.region,
      userPoolId: accounts.userPool.userPoolId,
      userPoolClientId: accounts.webClient.userPoolClientId,
      priceIds: stage.priceIds,
      seller: stage.seller,
      ...(stage.isReadOnly ? { isReadOnly: true } : {}),
    };
    const files = new SiteFiles(this, 'Files', {
      storage,
      distribution: delivery.distribution,
      siteFolder,
      settings: webSettings,
      // Its pages call the API, and with it comes the event on which the blog is rendered anew.
      after: [api, storage, bus],
    });
    for (const renderer of renderers) renderer.node.addDependency(...files.assets);

    acknowledgeMadeByCdk(this, [storage.site, storage.media, storage.builds]);

    // The local cloud and the team's commands find their way by these.
    new CfnOutput(this, 'SiteUrl', { value: delivery.siteUrl });
    new CfnOutput(this, 'WebSettings', { value: this.toJsonString(webSettings) });
    new CfnOutput(this, 'BuildsBucket', { value: storage.builds.bucketName });
    new CfnOutput(this, 'MediaBucket', { value: storage.media.bucketName });
    new CfnOutput(this, 'ArticlesTable', { value: data.articles.tableName });
    new CfnOutput(this, 'StripeSecretKeyArn', { value: payments.secretKey.secretArn });
    new CfnOutput(this, 'StripeWebhookSecretArn', { value: payments.webhookSecret.secretArn });
    new CfnOutput(this, 'EventBus', { value: bus.bus.eventBusName });
  }
}
