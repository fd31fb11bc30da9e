import { describe, expect, test } from 'vitest';
import { stageMatrix } from './stage-matrix.ts';
import { synthesize } from './synthesize.ts';

interface Exception {
  /** The logical ids, without CDK's hash. */
  of: RegExp;
  /** Actions, resources and policies of AWS, as `nameOf` shows them. */
  allows: string[];
  because: string;
}

/** Every `*` that anybody is allowed in this stack, and why. What is not here fails; so does what nobody needs any more. */
const exceptions: Exception[] = [
  {
    of: /^(ApiDownload|ApiUpdateFile|EventsPublishRelease)RoleDefaultPolicy$/,
    allows: ['StorageBuilds/releases/*'],
    because: 'Releases come without a deployment: their names are not known here.',
  },
  {
    of: /^EventsPublishReleaseRoleDefaultPolicy$/,
    allows: ['StorageBuilds/updates/*'],
    because: 'Updaters read a file for each platform and channel.',
  },
  {
    of: /^ApiDownloadResourceRoleDefaultPolicy$/,
    allows: ['StorageBuilds/resources/*'],
    because: 'All resources are free to whoever is signed in.',
  },
  {
    of: /^EventsPublish(Article|Blog)RoleDefaultPolicy$/,
    allows: ['StorageSite/blog/*'],
    because: 'Articles come without a deployment.',
  },
  {
    of: /^ApiHttpApi.*IntegrationPermission$/,
    allows: ['ApiHttpApi/*/*/api/…'],
    because:
      'One API, on the path of the function alone: any stage of it, of which there is one, and any method.',
  },
  {
    of: /^(AccountsCodeKey|AlarmsTopicKey)$/,
    allows: ['kms:*', '*'],
    because: 'The account keeps its keys by IAM, and in the policy of a key the resource is the key.',
  },
  {
    of: /^AlarmsTopicKey$/,
    allows: ['kms:GenerateDataKey*'],
    because: 'CloudWatch names what it needs so, and SNS encrypts by either form.',
  },
  {
    of: /^DeliveryAccessLogBucketPolicy$/,
    allows: ['DeliveryAccessLogBucket/*'],
    because: 'The log delivery chooses the names of its files, and the bucket is for them alone.',
  },
  {
    of: /^Storage(Site|Media|Builds)Policy$/,
    allows: ['StorageSite/*', 'StorageMedia/*', 'StorageBuilds/*'],
    because:
      'The distribution reads what visitors may read, which is all but the builds themselves: no behavior leads to them.',
  },
  {
    of: /^(Storage(Site|Media|Builds)|DeliveryAccessLogBucket)Policy$/,
    allows: ['s3:DeleteObject*', 's3:GetBucket*', 's3:List*'],
    because: 'CDK empties the buckets of a stage that is deleted with its data. Not on prod.',
  },
  {
    of: /^CustomCDKBucketDeployment.*ServiceRoleDefaultPolicy$/,
    allows: [
      ...['s3:GetBucket*', 's3:GetObject*', 's3:List*', 's3:Abort*', 's3:DeleteObject*'],
      ...['StorageSite/*', 'StorageMedia/*', 'StorageBuilds/*'],
      'arn:aws:s3:::cdk-hnb659fds-assets-${AWS::AccountId}-us-east-1/*',
      '*',
    ],
    because: "CDK's own function uploads what was built while somebody deploys; see lib/made-by-cdk.ts.",
  },
  {
    of: /^(CustomCDKBucketDeployment.*ServiceRole|CustomS3AutoDeleteObjects.*Role)$/,
    allows: ['arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole'],
    because: "CDK's own functions write their logs by it.",
  },
];

const found = new Map(stageMatrix.map(([name, stage]) => [name, wildcardsIn(synthesize(stage).toJSON())]));
const isException = ({ of, allows }: Exception, { who, what }: Wildcard) =>
  of.test(who) && allows.includes(what);

describe.each([...found])('on %s', (_, wildcards) => {
  test('nobody is allowed a * without a reason', () => {
    expect(
      wildcards.filter((wildcard) => !exceptions.some((exception) => isException(exception, wildcard))),
    ).toEqual([]);
  });
});

test('no reason is there for nothing', () => {
  const all = [...found.values()].flat();
  const unused = exceptions.flatMap((exception) =>
    exception.allows
      .filter((what) => !all.some((wildcard) => wildcard.what === what && isException(exception, wildcard)))
      .map((what) => `${exception.of}: ${what}`),
  );
  expect(unused).toEqual([]);
});

test('prod lets nobody empty a bucket but who deploys', () => {
  const deleting = found
    .get('prod')
    ?.filter(({ what }) => what.startsWith('s3:Delete'))
    .map(({ who }) => who);
  expect(deleting).toEqual([expect.stringMatching(/^CustomCDKBucketDeployment/)]);
});

interface Wildcard {
  who: string;
  what: string;
}

interface Statement {
  Effect: string;
  Action: unknown;
  Resource?: unknown;
  Principal?: unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: CloudFormation's shapes.
function wildcardsIn(template: any): Wildcard[] {
  const resources = Object.entries<{ Type: string; Properties?: Record<string, unknown> }>(
    template.Resources,
  );
  return resources.flatMap(([id, { Type: type, Properties: properties = {} }]) => {
    const allowed = statementsIn(properties).filter(({ Effect }) => Effect === 'Allow');
    const rights = [
      ...allowed.flatMap(({ Action, Resource, Principal }) => [Action, Resource, Principal].flat()),
      ...[properties.ManagedPolicyArns].flat(),
      ...(type === 'AWS::Lambda::Permission' ? [properties.SourceArn, properties.Principal] : []),
    ].map(nameOf);
    const who = id.replace(/[0-9A-F]{8}$/, '');
    return rights
      .filter((what) => /\*|AWSLambda|FullAccess/.test(what))
      .map((what) => ({ who, what: what.replace(/(\/api\/).+/, '$1…') }));
  });
}

/** The statements of every policy somewhere in the properties of a resource. */
function statementsIn(value: unknown): Statement[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('Statement' in value && 'Version' in value) return [value.Statement].flat() as Statement[];
  return Object.values(value).flatMap(statementsIn);
}

/** A text as it would be once deployed, with names instead of ids. */
function nameOf(value: unknown): string {
  if (typeof value === 'string') return value.replace('${AWS::Partition}', 'aws');
  if (typeof value !== 'object' || value === null) return '';
  const [[name, argument] = ['', '']] = Object.entries(value);
  if (name === 'Fn::Join')
    return argument[1]
      .map(nameOf)
      .join('')
      .replace(/^arn:aws:execute-api:.*:/, '');
  if (name === 'Fn::Sub') return nameOf(argument);
  if (name === 'Ref' && argument.startsWith('AWS::')) return argument === 'AWS::Partition' ? 'aws' : argument;
  if (name === 'Ref' || name === 'Fn::GetAtt') return [argument].flat()[0].replace(/[0-9A-F]{8}$/, '');
  return Object.values(value).map(nameOf).join(' ');
}
