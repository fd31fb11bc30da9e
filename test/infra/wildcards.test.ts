import { describe, expect, test } from 'vitest';
import { stageMatrix } from './stage-matrix.ts';
import { synthesize } from './synthesize.ts';

interface Exception {
  /** The logical ids, without CDK's hash. */
  of: RegExp;
  /** The permissions in the format of `rightsOf`. */
  allows: string[];
  because: string;
}

/** Every `*` in the permissions of this stack, and its reason. Missing and unused entries fail. */
const exceptions: Exception[] = [
  {
    of: /^(ApiDownloads|EventsPublishRelease|ApiDesk)Role(DefaultPolicy|OverflowPolicy\d)$/,
    allows: ['resource:StorageBuilds/releases/*'],
    because: 'Releases are published without a deployment, so their names are unknown here.',
  },
  {
    of: /^(ApiDesk|EventsPublishRelease)Role(DefaultPolicy|OverflowPolicy\d)$/,
    allows: ['resource:StorageBuilds/releases/*/release.json'],
    because: 'The manifest says whether a release is promoted, halted or withdrawn.',
  },
  {
    of: /^ApiDeskRole(DefaultPolicy|OverflowPolicy\d)$/,
    allows: ['resource:StorageMedia/pictures/*', 'resource:StorageMedia/*'],
    because: 'The team uploads pictures whose names are unknown here, and a text may name any picture.',
  },
  {
    of: /^EventsPublishReleaseRoleDefaultPolicy$/,
    allows: ['resource:StorageBuilds/updates/*'],
    because: 'Updaters read a file for each platform and channel.',
  },
  {
    of: /^StorageBuildsPolicy$/,
    allows: ['resource:StorageBuilds/releases/*'],
    because: 'Releases are uploaded after the deployment, so their names are unknown before.',
  },
  {
    of: /^ApiDownloadsRoleDefaultPolicy$/,
    allows: ['resource:StorageBuilds/resources/*'],
    because: 'All resources are free for signed-in users.',
  },
  {
    of: /^EventsPublishBlogRoleDefaultPolicy$/,
    allows: ['resource:StorageSite/blog/*', 'resource:StorageSite/letters/*'],
    because: 'Articles and newsletters are published without a deployment, so their names are unknown here.',
  },
  {
    of: /^EventsFinishDeploymentRoleDefaultPolicy$/,
    allows: ['resource:StorageSite/assets/*'],
    because: 'Asset names contain a hash, so they differ in each build.',
  },
  {
    of: /^(Api|Desk)\w+RouteApiPermission/,
    allows: ['caller:HttpApi/*/*/*'],
    because: 'One API may call the function. It has one stage, and sends the function only its own routes.',
  },
  {
    of: /^(AccountsCodeKey|AlarmsTopicKey|DownloadLinksKey\d+|LicenseKeysKey\d+)$/,
    allows: ['action:kms:*', 'resource:*'],
    because: 'The account manages its keys with IAM, and * as a resource in a key policy is the key itself.',
  },
  {
    of: /^AlarmsTopicKey$/,
    allows: ['action:kms:GenerateDataKey*'],
    because: 'AWS documents this action for CloudWatch, and SNS encrypts with either form of it.',
  },
  {
    of: /^StorageAccessLogPolicy$/,
    allows: ['resource:StorageAccessLog/*'],
    because: 'The log delivery chooses the names of its files, and the bucket contains nothing else.',
  },
  {
    of: /^ApiDeskRole(DefaultPolicy|OverflowPolicy\d)$/,
    allows: ['resource:*', 'resource:arn:aws:cloudwatch:us-east-1:AWS::AccountId:alarm:*'],
    because:
      'CloudWatch has no narrower permission for counts, or for alarms by the beginning of their names.',
  },
  {
    of: /^EventsPublishStatusRoleDefaultPolicy$/,
    allows: ['resource:arn:aws:cloudwatch:us-east-1:AWS::AccountId:alarm:*'],
    because:
      'CloudWatch has no narrower permission for alarms by the beginning of their names, or their history.',
  },
  {
    of: /^EventsSendMailingRoleDefaultPolicy$/,
    allows: ['resource:*', 'resource:arn:aws:ses:us-east-1:AWS::AccountId:template/*'],
    because: 'SES requires a template for bulk emails, and its quota belongs to the account.',
  },
  {
    of: /^Storage(Site|Media|Builds)Policy$/,
    allows: ['resource:StorageSite/*', 'resource:StorageMedia/*', 'resource:StorageBuilds/*'],
    because: 'The distribution reads what visitors may read. No behavior leads to the builds themselves.',
  },
  {
    of: /^Storage(Site|Media|Builds|AccessLog)Policy$/,
    allows: ['action:s3:DeleteObject*', 'action:s3:GetBucket*', 'action:s3:List*'],
    because: 'CDK empties the buckets of a stage that is deleted with its data. Not on prod.',
  },
  {
    of: /^CustomCDKBucketDeployment.*ServiceRoleDefaultPolicy$/,
    allows: [
      ...[
        'action:s3:GetBucket*',
        'action:s3:GetObject*',
        'action:s3:List*',
        'action:s3:Abort*',
        'action:s3:DeleteObject*',
      ],
      ...['resource:StorageSite/*', 'resource:StorageMedia/*', 'resource:StorageBuilds/*'],
      'resource:arn:aws:s3:::cdk-hnb659fds-assets-${AWS::AccountId}-us-east-1/*',
    ],
    because: "CDK's own function uploads the build during a deployment; see lib/made-by-cdk.ts.",
  },
  {
    of: /^(CustomCDKBucketDeployment.*ServiceRole|CustomS3AutoDeleteObjects.*Role)$/,
    allows: ['policy:arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole'],
    because: "CDK's own functions need this policy to write their logs.",
  },
];

const found = new Map<string, ReturnType<typeof wildcardsIn>>();
for (const [name, stage] of stageMatrix) found.set(name, wildcardsIn((await synthesize(stage)).toJSON()));
const isException = ({ of, allows }: Exception, { who, what }: Wildcard) =>
  of.test(who) && allows.includes(what);

describe.each([...found])('on %s', (_, wildcards) => {
  test('has no permission with a * without a reason', () => {
    expect(
      wildcards.filter((wildcard) => !exceptions.some((exception) => isException(exception, wildcard))),
    ).toEqual([]);
  });
});

test('has no unused exception', () => {
  const all = [...found.values()].flat();
  const unused = exceptions.flatMap((exception) =>
    exception.allows
      .filter((what) => !all.some((wildcard) => wildcard.what === what && isException(exception, wildcard)))
      .map((what) => `${exception.of}: ${what}`),
  );
  expect(unused).toEqual([]);
});

test('lets only a deployment empty a bucket of prod', () => {
  const deleting = found
    .get('prod')
    ?.filter(({ what }) => what.startsWith('action:s3:Delete'))
    .map(({ who }) => who);
  expect(deleting).toEqual([expect.stringMatching(/^CustomCDKBucketDeployment/)]);
});

interface Wildcard {
  who: string;
  what: string;
}

interface Statement {
  Effect: string;
  Action?: unknown;
  NotAction?: unknown;
  Resource?: unknown;
  NotResource?: unknown;
  Principal?: unknown;
  NotPrincipal?: unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: CloudFormation's shapes.
function wildcardsIn(template: any): Wildcard[] {
  const resources = Object.entries<{ Type: string; Properties?: Record<string, unknown> }>(
    template.Resources,
  );
  return resources.flatMap(([id, { Type: type, Properties: properties = {} }]) => {
    const allowed = statementsIn(properties).filter(({ Effect }) => Effect === 'Allow');
    const rights = [
      ...allowed.flatMap((statement) =>
        (['Action', 'Resource', 'Principal'] as const).flatMap((part) => [
          ...rightsOf(part.toLowerCase(), statement[part]),
          ...rightsOf(`${part.toLowerCase()}:* but`, statement[`Not${part}`]),
        ]),
      ),
      ...rightsOf('policy', properties.ManagedPolicyArns),
      ...(type === 'AWS::Lambda::Permission'
        ? [...rightsOf('caller', properties.SourceArn), ...rightsOf('principal', properties.Principal)]
        : []),
    ];
    const who = id.replace(/[0-9A-F]{8}$/, '');
    return rights.filter((what) => /\*|AWSLambda|FullAccess/.test(what)).map((what) => ({ who, what }));
  });
}

/** Values as "kind:text". In a key policy, `*` is the key as a resource, everyone as a principal. */
function rightsOf(kind: string, values: unknown): string[] {
  return [values]
    .flat()
    .filter((value) => value !== undefined)
    .map((value) => `${kind}:${nameOf(value)}`.replace(/(\/api\/).+/, '$1…'));
}

/** The statements of every policy somewhere in the properties of a resource. */
function statementsIn(value: unknown): Statement[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('Statement' in value && 'Version' in value) return [value.Statement].flat() as Statement[];
  return Object.values(value).flatMap(statementsIn);
}

/** The text of a value as deployed, but with names instead of ids. */
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
