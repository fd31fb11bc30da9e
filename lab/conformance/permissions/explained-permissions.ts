import type { Permission } from './read-permissions.ts';

/** A permission that no call of a cloud test uses, and the reason why it stays. */
export interface ExplainedPermission {
  /** The names of the functions; missing for any. */
  functions?: RegExp;
  action: RegExp;
  /** The pattern also matches the values of the conditions, after " if ". Without it, any resource matches. */
  resource?: RegExp;
  why: string;
  /** Whether a test uses the permission depends on the order in which functions run, so it always counts as unused. */
  dependsOnOrder?: true;
}

const indexes = /:table\/\w+\/index\//;

export const explainedPermissions: ExplainedPermission[] = [
  {
    action: /^logs:(CreateLogStream|PutLogEvents)$/,
    why: 'Lambda writes the logs with the role of the function.',
  },
  {
    action: /^sqs:(ReceiveMessage|DeleteMessage|ChangeMessageVisibility|GetQueueUrl|GetQueueAttributes)$/,
    resource: /Queue$/,
    why: 'Lambda polls the queue of a function with its role, and the CDK grants all that Lambda documents.',
  },
  {
    action: /^ses:Send/,
    resource: /:configuration-set\//,
    why: 'SES requires it for the default configuration set of the sender, which a request does not name.',
  },
  {
    action: /^dynamodb:(GetItem|DeleteItem)$/,
    resource: /:table\/DataIdempotency$/,
    why: 'Powertools deletes the record of an email that could not be sent, and reads the record of one that another run sends.',
  },
  {
    action: /^dynamodb:PutItem$/,
    resource: /:table\/DataMailLog$/,
    why: 'Emails to the team and to deleted accounts are not logged, but all senders have the same permission.',
  },
  {
    action: /^dynamodb:Query$/,
    resource: indexes,
    why: 'The permission to query a table includes its indexes, which have the same items.',
  },
  {
    action: /^s3:ListBucket$/,
    why: 'Without it, S3 answers 403 for a missing object. No cloud test requests one from these functions.',
  },
  {
    functions: /^(deleteAccount|mailEvents)$/,
    action: /^dynamodb:PutItem$/,
    resource: /:table\/DataSubscribers$/,
    why: 'Ends the emails to an address without an account that was subscribed again or rejects them.',
  },
  {
    functions: /^desk$/,
    action: /^dynamodb:BatchGetItem$/,
    resource: /:table\/DataSubscribers$/,
    why: 'Names the addresses of which nobody knows whether they got a mailing, after its function was killed.',
  },
  {
    functions: /^sendMailing$/,
    action: /^(dynamodb:(PutItem|UpdateItem)|ses:SendEmail)$/,
    resource: /:table\/DataIdempotency$|:identity\//,
    why: 'Emails the team about a scheduled mailing that cannot be sent, twenty minutes after its time.',
  },
  {
    functions: /^sendMailing$/,
    action: /^dynamodb:PutItem$/,
    resource: /:table\/DataMailings$/,
    why: 'Makes the mailing about the end of a free offer. No offer of the local stage ends.',
  },
  {
    functions: /^sweepAccounts$/,
    action: /^dynamodb:GetItem$/,
    resource: /:table\/DataAudit$/,
    why: 'Reads the entry of a removal that is repeated.',
  },
  {
    functions: /^reconcile$/,
    action: /^(dynamodb:(ConditionCheckItem|GetItem|PutItem|UpdateItem)|sqs:SendMessage|events:PutEvents)$/,
    resource:
      /(:table\/Data(Orders|Referrals|Users)|Events(issueLicense|syncPaidGroup)Queue|(License|User)Changed)$/,
    why: 'Runs on a schedule and settles an order when an interruption left that to do. The cloud tests interrupt few steps; the tests in test/payments interrupt the others.',
  },
  {
    functions: /^reconcile$/,
    action: /^(cognito-idp:AdminListGroupsForUser|dynamodb:(PutItem|UpdateItem)|ses:SendEmail)$/,
    resource: /(:userpool\/.+|:table\/Data(Idempotency|Limits)|:identity\/.+)$/,
    why: 'Compares the groups of buyers, and emails the team about repaired orders. The cloud tests leave nothing to repair.',
  },
  {
    functions: /^reconcile$/,
    action: /^(dynamodb:PutItem|events:PutEvents|secretsmanager:GetSecretValue)$/,
    resource:
      /(:table\/DataAudit|FeedbackAnswered|ProblemAnswered|ArticleChanged|MailingStarted|StripeSecretKey)$/,
    why: 'Completes an action of the desk that was interrupted. The cloud tests interrupt no action; its unit tests interrupt each kind.',
  },
  {
    functions: /^sweepAccounts$/,
    action: /^(cognito-idp:AdminDeleteUser|dynamodb:(DeleteItem|GetItem)|sqs:SendMessage)$/,
    resource: /(:userpool\/.+|:table\/Data(Orders|Referrals)|EventsissueLicenseQueue)$/,
    why: 'Removes accounts that were not confirmed within 24 hours, and what an interrupted deletion left. The cloud tests have neither.',
  },
  {
    functions: /^reconcile$/,
    action: /^(dynamodb:UpdateItem|events:PutEvents)$/,
    resource: /(:table\/DataMailings|MailingStarted)$/,
    why: 'Continues a mailing that was interrupted. The cloud tests interrupt none.',
  },
  {
    action: /^dynamodb:PutItem$/,
    resource: /:table\/DataUsers$/,
    why: 'Creates the record of an account that has none. In the cloud tests, another function has usually created it before.',
    dependsOnOrder: true,
  },
  {
    functions: /^(checkout|desk|orders)$/,
    action: /^(dynamodb:(ConditionCheckItem|GetItem|PutItem)|sqs:SendMessage)$/,
    resource: /(:table\/Data(Users|Referrals)|EventsissueLicenseQueue)$/,
    why: 'Every function that settles orders has the same permissions, because it can find an order in any state. The tests in test/payments settle all of them.',
  },
  {
    functions: /^(customEmailSender|links)$/,
    action: /^cognito-idp:AdminGetUser$/,
    why: 'Looks up an account in Cognito when its record does not say enough, which no cloud test needs.',
  },
  {
    functions: /^handlePasswordReset$/,
    action: /^cognito-idp:AdminUserGlobalSignOut$/,
    why: 'Signs out only if the trigger could not; see decision 031.',
  },
  {
    functions: /^(publishBlog|publishRelease)$/,
    action: /^s3:DeleteObject$/,
    why: 'Removes a published file that no article or release needs anymore. The cloud tests neither unpublish all newsletters nor yank all releases.',
  },
  {
    functions: /^(deleteAccount|mailEvents)$/,
    action: /^dynamodb:UpdateItem$/,
    resource: /:table\/Data(Mailings|MailLog)$/,
    why: 'Changes the numbers of a mailing. In the cloud tests, these happen only to other emails.',
  },
  {
    functions: /^sendMailing$/,
    action: /^(dynamodb:(DeleteItem|GetItem|PutItem)|events:PutEvents)$/,
    resource: /(:table\/Data(MailLog|Articles)|:event-bus\/.+)$/,
    why: 'Publishes the newsletter of a mailing, and repeats a batch that SES did not accept. The cloud tests have neither.',
  },
];

export function isExplained(
  { functions = /./, action, resource = /./ }: ExplainedPermission,
  name: string,
  permission: Permission,
): boolean {
  return (
    functions.test(name) && action.test(permission.action) && resource.test(describeResource(permission))
  );
}

/** The resource of a permission, followed by " if " and the values of its conditions. */
export function describeResource({ resource, conditions }: Permission): string {
  const values = Object.entries(conditions)
    // `Null` only says whether the request must contain the key, so its value does not identify the resource.
    .filter(([operator]) => operator !== 'Null')
    .flatMap(([, keys]) => Object.values(keys).flat());
  return values.length > 0 ? `${resource} if ${values.join(', ')}` : resource;
}
