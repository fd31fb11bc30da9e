import { region } from '../../../lib/stages.ts';
import { account } from '../../../local/local-name.ts';

/** A request to a service, as the fakes receive it. */
export interface ReceivedRequest {
  method: string;
  url: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  /** The status of the response. */
  status: number;
}

/** The parts of a request that IAM checks. */
export interface Call {
  action: string;
  resource: string;
  /** The condition keys of the request that our policies use. */
  context: Record<string, string[]>;
}

// biome-ignore lint/suspicious/noExplicitAny: the requests of many operations.
type Body = any;

/** The access key with which a request or a URL is signed. */
export function accessKeyOf({ url, headers }: Pick<ReceivedRequest, 'url' | 'headers'>): string | undefined {
  const inHeader = /Credential=([^/]+)\//.exec(String(headers.authorization ?? ''))?.[1];
  return inHeader ?? new URL(url, 'http://localhost').searchParams.get('X-Amz-Credential')?.split('/')[0];
}

/**
 * Translates a signed request into the actions and resources that IAM checks.
 * @throws Error for an unknown operation, because a missing call would make the comparison wrong
 */
export function describeCall(request: ReceivedRequest): Call[] {
  const [, prefix = '', operation = ''] =
    /^(\w+)\.(\w+)$/.exec(String(request.headers['x-amz-target'] ?? '')) ?? [];
  const describe = byTarget[prefix];
  if (describe) return describe(operation, JSON.parse(request.body || '{}'));
  const path = new URL(request.url, 'http://localhost').pathname;
  if (path.startsWith('/v2/email/')) return describeMail(request, path);
  if (path === '/event') return describeRing(JSON.parse(request.body));
  return describeObject(request);
}

function call(action: string, resource: string, context: Call['context'] = {}): Call {
  return { action, resource, context };
}

function arn(service: string, path: string): string {
  return `arn:aws:${service}:${region}:${account}:${path}`;
}

const byTarget: Record<string, (operation: string, body: Body) => Call[]> = {
  DynamoDB_20120810: describeTableCall,
  AWSCognitoIdentityProviderService: (operation, { UserPoolId: pool }) => [
    call(`cognito-idp:${operation}`, arn('cognito-idp', `userpool/${pool}`)),
  ],
  AmazonSQS: (operation, { QueueUrl: url }) => [call(`sqs:${operation}`, arn('sqs', url.split('/').at(-1)))],
  AWSEvents: (operation, { Entries: entries }) =>
    entries.map(({ EventBusName: bus = 'default', DetailType: type }: Body) =>
      call(`events:${operation}`, arn('events', `event-bus/${bus}`), { 'events:detail-type': [type] }),
    ),
  TrentService: (operation, body) => [
    call(`kms:${operation}`, body.KeyId?.startsWith('arn:') ? body.KeyId : arn('kms', `key/${body.KeyId}`), {
      ...(body.SigningAlgorithm ? { 'kms:SigningAlgorithm': [body.SigningAlgorithm] } : {}),
      ...(body.MessageType ? { 'kms:MessageType': [body.MessageType] } : {}),
      ...Object.fromEntries(
        Object.entries<string>(body.EncryptionContext ?? {}).map(([name, value]) => [
          `kms:EncryptionContext:${name}`,
          [value],
        ]),
      ),
    }),
  ],
  secretsmanager: (operation, { SecretId: id }) => [call(`secretsmanager:${operation}`, id)],
  AmazonSSM: (operation, { Name: name }) => [call(`ssm:${operation}`, arn('ssm', `parameter${name}`))],
  GraniteServiceVersion20100801: (operation) => [
    call(
      `cloudwatch:${operation}`,
      operation.startsWith('DescribeAlarm') ? arn('cloudwatch', 'alarm:*') : '*',
    ),
  ],
};

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-apis-iam */
const inTransactions: Record<string, string> = {
  ConditionCheck: 'ConditionCheckItem',
  Delete: 'DeleteItem',
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
};

function describeTableCall(operation: string, body: Body): Call[] {
  if (/^Transact/.test(operation))
    return body.TransactItems.flatMap((item: Body) =>
      Object.entries<Body>(item).map(([kind, part]) => onTable(inTransactions[kind] ?? kind, part)),
    );
  if (/^Batch/.test(operation))
    return Object.keys(body.RequestItems).map((TableName) => onTable(operation, { TableName }));
  return [onTable(operation, body)];
}

function onTable(operation: string, body: Body): Call {
  const { TableName: table, IndexName: index, ReturnValues: returned } = body;
  const attributes = attributesIn(body);
  return call(`dynamodb:${operation}`, arn('dynamodb', `table/${table}${index ? `/index/${index}` : ''}`), {
    ...(attributes.length > 0 ? { 'dynamodb:Attributes': attributes } : {}),
    ...(returned ? { 'dynamodb:ReturnValues': [returned] } : {}),
  });
}

/** The top-level attributes of a request with a key. */
function attributesIn({ Key: key, ExpressionAttributeNames: names = {}, ...body }: Body): string[] {
  if (!key) return [];
  const text = [body.UpdateExpression, body.ConditionExpression, body.ProjectionExpression].join(' ');
  const written = text.match(/(?<![\w#:.])[a-z]\w*(?![\w(])/g) ?? [];
  const isKeyword = (word: string) => /^(and|or|not|between|in)$/.test(word);
  const all = [
    ...Object.keys(key),
    ...Object.values<string>(names),
    ...written.filter((word) => !isKeyword(word)),
  ];
  return [...new Set(all)].sort();
}

function describeMail({ method, body }: ReceivedRequest, path: string): Call[] {
  if (path === '/v2/email/account') return [call('ses:GetAccount', '*')];
  if (method === 'DELETE') return [call('ses:DeleteSuppressedDestination', '*')];
  const mail: Body = JSON.parse(body);
  const resources = [
    arn('ses', `identity/${/<(.+)>$/.exec(mail.FromEmailAddress)?.[1] ?? mail.FromEmailAddress}`),
    ...(mail.ConfigurationSetName ? [arn('ses', `configuration-set/${mail.ConfigurationSetName}`)] : []),
  ];
  const isBulk = path === '/v2/email/outbound-bulk-emails';
  // SES checks the second action for a template, or when it has to build a MIME message.
  const actions = isBulk
    ? ['ses:SendBulkEmail', 'ses:SendBulkTemplatedEmail']
    : [
        'ses:SendEmail',
        ...(mail.Content.Raw || mail.Content.Simple?.Attachments ? ['ses:SendRawEmail'] : []),
      ];
  const all = isBulk ? [...resources, arn('ses', 'template/*')] : resources;
  return actions.flatMap((action) => all.map((resource) => call(action, resource)));
}

/** The API's id is the only one of the stack. */
function describeRing({ channel }: Body): Call[] {
  return [call('appsync:EventPublish', arn('appsync', `apis/*/channelNamespace/${channel.split('/')[1]}`))];
}

/** https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazons3.html */
function describeObject({ method, url, headers, status }: ReceivedRequest): Call[] {
  const { pathname, searchParams: query } = new URL(url, 'http://localhost');
  const [, bucket = '', key = ''] = /^\/([^/]+)\/?(.*)$/.exec(decodeURIComponent(pathname)) ?? [];
  const object = `arn:aws:s3:::${bucket}/${key}`;
  const list = call('s3:ListBucket', `arn:aws:s3:::${bucket}`);
  if (method === 'GET' && key === '')
    return [query.has('versions') ? { ...list, action: 's3:ListBucketVersions' } : list];
  if (method === 'GET' || method === 'HEAD') {
    const read = call(query.has('versionId') ? 's3:GetObjectVersion' : 's3:GetObject', object);
    // Without the second permission, S3 answers 403 for a missing object.
    return status === 404 ? [read, list] : [read];
  }
  if (method === 'DELETE')
    return [call(query.has('uploadId') ? 's3:AbortMultipartUpload' : 's3:DeleteObject', object)];
  if (method === 'PUT' || (method === 'POST' && (query.has('uploads') || query.has('uploadId')))) {
    const copied = headers['x-amz-copy-source'];
    const source = copied
      ? [call('s3:GetObject', `arn:aws:s3:::${decodeURIComponent(String(copied)).replace(/^\//, '')}`)]
      : [];
    return [call('s3:PutObject', object), ...source];
  }
  throw new Error(`The recorder does not support the request ${method} ${url}.`);
}
