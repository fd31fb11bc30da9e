import {
  AttributeType,
  Billing,
  ProjectionType,
  TableEncryptionV2,
  type TablePropsV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { mailingSummary } from '../contract/records/mailing.ts';
import { backupDays } from '../contract/rules/retention.ts';
import * as z from '../contract/zod.ts';
import { protectedRemovalPolicyOf } from './removal-policy.ts';

export type TableAction =
  | 'BatchGetItem'
  | 'BatchWriteItem'
  | 'ConditionCheckItem'
  | 'GetItem'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'Query'
  | 'Scan';

/** The tables by the name of their property. */
export type TableName = {
  [Name in keyof Data]: Data[Name] extends SiteTable ? Name : never;
}[keyof Data];

const string = (name: string) => ({ name, type: AttributeType.STRING });

/** The tables: people, orders, articles, referrals, counters, emails, mailings, subscribers, problems and idempotency keys. */
export class Data extends Construct {
  readonly users: SiteTable;
  readonly feedback: SiteTable;
  readonly articles: SiteTable;
  readonly orders: SiteTable;
  readonly referrals: SiteTable;
  readonly downloads: SiteTable;
  readonly limits: SiteTable;
  readonly idempotency: SiteTable;
  readonly audit: SiteTable;
  readonly codes: SiteTable;
  readonly mailLog: SiteTable;
  readonly mailings: SiteTable;
  readonly problems: SiteTable;
  readonly subscribers: SiteTable;

  constructor(scope: Construct, id: string, { keepsData }: { keepsData: boolean }) {
    super(scope, id);
    const table = (name: string, variable: string, props: TablePropsV2) =>
      new SiteTable(this, name, variable, {
        billing: Billing.onDemand(),
        encryption: TableEncryptionV2.awsManagedKey(),
        pointInTimeRecoverySpecification: {
          pointInTimeRecoveryEnabled: true,
          recoveryPeriodInDays: backupDays,
        },
        deletionProtection: keepsData,
        removalPolicy: protectedRemovalPolicyOf(keepsData),
        ...props,
      });

    this.users = table('Users', 'USERS_TABLE', {
      partitionKey: string('userId'),
      // Only the tombstones of removed users have one.
      timeToLiveAttribute: 'expiration',
      globalSecondaryIndexes: [
        {
          // Only users whose second factor is being reset have these keys.
          indexName: 'byWaiting',
          partitionKey: string('waitsFor'),
          sortKey: string('waitsSince'),
          projectionType: ProjectionType.INCLUDE,
          nonKeyAttributes: ['email', 'factorReset'],
        },
      ],
    });
    this.feedback = table('Feedback', 'FEEDBACK_TABLE', {
      partitionKey: string('feedbackId'),
      // Only feedback about the manual has one.
      timeToLiveAttribute: 'expiration',
      globalSecondaryIndexes: [
        { indexName: 'byUser', partitionKey: string('userId'), sortKey: string('feedbackId') },
        { indexName: 'byState', partitionKey: string('state'), sortKey: string('timestamp') },
      ],
    });
    this.articles = table('Articles', 'ARTICLES_TABLE', {
      partitionKey: string('slug'),
      globalSecondaryIndexes: [
        { indexName: 'byStatus', partitionKey: string('status'), sortKey: string('createdAt') },
      ],
    });
    this.orders = table('Orders', 'ORDERS_TABLE', {
      partitionKey: string('orderId'),
      // Only orders without a purchase have one.
      timeToLiveAttribute: 'expiration',
      globalSecondaryIndexes: [
        { indexName: 'byUser', partitionKey: string('userId'), sortKey: string('createdAt') },
        // Only orders that were passed on have a buyer besides their holder.
        { indexName: 'byBuyer', partitionKey: string('buyerId'), sortKey: string('createdAt') },
        { indexName: 'byMonth', partitionKey: string('month'), sortKey: string('createdAt') },
        { indexName: 'byDeskState', partitionKey: string('deskState'), sortKey: string('createdAt') },
      ],
    });
    this.referrals = table('Referrals', 'REFERRALS_TABLE', {
      partitionKey: string('code'),
      sortKey: string('sortKey'),
    });
    this.downloads = table('Downloads', 'DOWNLOADS_TABLE', {
      partitionKey: string('version'),
      sortKey: string('sortKey'),
    });
    this.limits = table('Limits', 'LIMITS_TABLE', {
      partitionKey: string('id'),
      timeToLiveAttribute: 'expiration',
    });
    this.audit = table('Audit', 'AUDIT_TABLE', {
      partitionKey: string('auditId'),
      sortKey: string('outcome'),
      timeToLiveAttribute: 'expiration',
      globalSecondaryIndexes: [
        { indexName: 'byPerson', partitionKey: string('personId'), sortKey: string('at') },
        { indexName: 'byActor', partitionKey: string('actorId'), sortKey: string('at') },
        { indexName: 'byDay', partitionKey: string('day'), sortKey: string('at') },
        { indexName: 'byAction', partitionKey: string('action'), sortKey: string('at') },
      ],
    });
    this.codes = table('Codes', 'CODES_TABLE', {
      partitionKey: string('id'),
      globalSecondaryIndexes: [
        { indexName: 'byGroup', partitionKey: string('group'), sortKey: string('sortKey') },
      ],
    });
    // SES's reports name both keys, which are tags of the email.
    this.mailLog = table('MailLog', 'MAIL_LOG_TABLE', {
      partitionKey: string('personKey'),
      sortKey: string('mailId'),
      timeToLiveAttribute: 'expiration',
    });
    this.mailings = table('Mailings', 'MAILINGS_TABLE', {
      partitionKey: string('slug'),
      globalSecondaryIndexes: [
        {
          indexName: 'byStatus',
          partitionKey: string('status'),
          sortKey: string('createdAt'),
          // A list does not read the texts.
          projectionType: ProjectionType.INCLUDE,
          nonKeyAttributes: Object.keys(
            z.omit(mailingSummary, { slug: true, status: true, createdAt: true }).shape,
          ),
        },
      ],
    });
    this.problems = table('Problems', 'PROBLEMS_TABLE', {
      partitionKey: string('group'),
      sortKey: string('sortKey'),
      timeToLiveAttribute: 'expiration',
    });
    // People who get emails without an account.
    this.subscribers = table('Subscribers', 'SUBSCRIBERS_TABLE', {
      partitionKey: string('subscriberId'),
      // Only people who left or registered have one.
      timeToLiveAttribute: 'expiration',
    });
    // The names that Powertools uses: https://docs.aws.amazon.com/powertools/typescript/latest/features/idempotency/
    this.idempotency = table('Idempotency', 'IDEMPOTENCY_TABLE', {
      partitionKey: string('id'),
      timeToLiveAttribute: 'expiration',
    });
  }
}

/** A table with the name of the environment variable by which functions find it. */
export class SiteTable extends TableV2 {
  private readonly variable: string;
  private readonly indexArns: string[];

  constructor(scope: Construct, id: string, variable: string, props: TablePropsV2) {
    super(scope, id, props);
    this.variable = variable;
    this.indexArns = (props.globalSecondaryIndexes ?? []).map(
      ({ indexName }) => `${this.tableArn}/index/${indexName}`,
    );
  }

  /**
   * Passes the table's name to the function and allows these operations, and no others. A table
   * with an index is queried only through the index.
   */
  allow(lambda: Lambda, ...actions: TableAction[]): void {
    lambda.addEnvironment(this.variable, this.tableName);
    const allow = (some: TableAction[], resources: string[]) =>
      some.length > 0 &&
      lambda.addToRolePolicy(
        new PolicyStatement({ actions: some.map((action) => `dynamodb:${action}`), resources }),
      );
    const isQuery = (action: TableAction) => action === 'Query';
    allow(
      actions.filter((action) => !isQuery(action)),
      [this.tableArn],
    );
    allow(actions.filter(isQuery), this.indexArns.length > 0 ? this.indexArns : [this.tableArn]);
  }

  /**
   * Lets a function query these indexes, and no others.
   * @throws Error for an unknown index
   */
  allowQueryOf(lambda: Lambda, ...indexNames: string[]): void {
    const resources = indexNames.map((name) => `${this.tableArn}/index/${name}`);
    if (!resources.every((arn) => this.indexArns.includes(arn)))
      throw new Error(`${this.node.id} does not have all of the indexes ${indexNames.join(', ')}.`);
    lambda.addEnvironment(this.variable, this.tableName);
    lambda.addToRolePolicy(new PolicyStatement({ actions: ['dynamodb:Query'], resources }));
  }

  /**
   * Lets a function update these attributes of the items, and no others.
   * @param attributes with the keys, and with those that the condition of the update reads
   */
  allowUpdateOf(lambda: Lambda, ...attributes: string[]): void {
    lambda.addEnvironment(this.variable, this.tableName);
    lambda.addToRolePolicy(
      new PolicyStatement({
        actions: ['dynamodb:UpdateItem'],
        resources: [this.tableArn],
        // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html
        conditions: {
          'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes },
          StringEqualsIfExists: { 'dynamodb:ReturnValues': ['NONE', 'UPDATED_OLD', 'UPDATED_NEW'] },
        },
      }),
    );
  }
}
