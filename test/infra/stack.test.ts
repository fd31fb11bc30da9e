import { Match, type Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { methodsOf, needsToken, type Route } from '../../contract/operations/route.ts';
import { routes } from '../../contract/operations/routes.ts';
import { services } from '../../contract/operations/services.ts';
import { groups } from '../../contract/records/groups.ts';
import { readStage, stages } from '../../lib/stages.ts';
import { publishedPaths } from '../../lib/storage.ts';
import { joinedText } from './joined-text.ts';
import { resourcesOf, synthesize } from './synthesize.ts';

const domain = { name: 'lorewright.example', hostedZoneId: 'Z123' };
const dev = await synthesize(stages.dev);
const prod = await synthesize({ ...stages.prod, domain });

describe('the API', () => {
  const deployed = resourcesOf(dev, 'AWS::ApiGatewayV2::Route').map(([, { Properties: route }]) => ({
    key: route.RouteKey,
    authorization: route.AuthorizationType,
  }));

  test('has a route for each operation of the contract, and no other', () => {
    const expected = (Object.values(routes) as Route[]).flatMap((route) =>
      methodsOf(route).map((method) => ({
        key: `${method} ${route.path}`,
        authorization: needsToken(route.caller) ? 'JWT' : 'NONE',
      })),
    );
    const byKey = (a: { key: string }, b: { key: string }) => a.key.localeCompare(b.key);
    expect(deployed.sort(byKey)).toEqual(expected.sort(byKey));
  });

  test('lets the gateway call each function before a route leads to it', () => {
    const permissions = resourcesOf(dev, 'AWS::Lambda::Permission').map(([id]) => id);
    const routes = resourcesOf(dev, 'AWS::ApiGatewayV2::Route');
    expect(routes.length).toBeGreaterThan(0);
    for (const [, { DependsOn: before }] of routes)
      expect([before].flat().filter((id) => permissions.includes(id))).toHaveLength(1);
  });

  test('trusts only tokens of our user pool for our client', () => {
    dev.hasResourceProperties('AWS::ApiGatewayV2::Authorizer', {
      AuthorizerType: 'JWT',
      IdentitySource: ['$request.header.Authorization'],
      JwtConfiguration: {
        Audience: [{ Ref: Match.stringLikeRegexp('UserPoolWeb') }],
        Issuer: Match.objectLike({ 'Fn::Join': Match.anyValue() }),
      },
    });
  });
});

describe('functions', () => {
  const functions = resourcesOf(dev, 'AWS::Lambda::Function').filter(
    ([, { Properties }]) => Properties.Environment?.Variables.POWERTOOLS_SERVICE_NAME,
  );

  test('run on ARM with Node 24, with a timeout and logs in JSON', () => {
    for (const [, { Properties }] of functions) {
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        LoggingConfig: { LogFormat: 'JSON' },
      });
      // These read whole builds, write whole blogs, send to many people, or compare all users or orders of three days.
      const slow: Record<string, number> = {
        publishRelease: 600,
        publishBlog: 120,
        reconcile: 900,
        orders: 60,
        sweepAccounts: 900,
        sendMailing: 300,
      };
      const name: string = Properties.Environment.Variables.POWERTOOLS_SERVICE_NAME;
      expect(Properties.Timeout).toBeLessThanOrEqual(slow[name] ?? 30);
    }
  });
});

test('uses only what CloudFront supports in edge functions, within its size limit', () => {
  const functions = resourcesOf(dev, 'AWS::CloudFront::Function');
  expect(functions).toHaveLength(5);
  for (const [, { Properties }] of functions) {
    const code = Properties.FunctionCode.replaceAll(/\/\/.*/g, '');
    // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-javascript-runtime-20.html
    expect(code).not.toMatch(/\?\.[a-z[(]|\?\?|\bof\b|\.\.\.|\bclass\b|\bimport\b|(const|let) [{[]/);
    expect(Buffer.byteLength(Properties.FunctionCode)).toBeLessThan(10_240);
  }
});

test('leads installations to their cohorts at the files for updaters, and nowhere else', () => {
  const [[, site] = []] = resourcesOf(dev, 'AWS::CloudFront::Distribution');
  const [id] =
    resourcesOf(dev, 'AWS::CloudFront::Function').find(([, { Properties }]) =>
      Properties.FunctionCode.includes('const partialShares = [1,5,20,50];'),
    ) ?? [];
  const { DefaultCacheBehavior: pages, CacheBehaviors: others } = site?.Properties.DistributionConfig ?? {};
  const leading = [pages, ...others].filter(({ FunctionAssociations: functions = [] }) =>
    functions.some(({ FunctionARN: arn }: { FunctionARN: object }) => JSON.stringify(arn).includes(`${id}"`)),
  );
  expect(leading.map(({ PathPattern: pattern }) => pattern)).toEqual(['/updates/*']);
});

test('renders the blog again after a new build, with the function that was deployed with it', () => {
  const [site = ''] = resourcesOf(dev, 'AWS::S3::Bucket').flatMap(([id]) => /^StorageSite.*/.exec(id) ?? []);
  const rule = resourcesOf(dev, 'AWS::Events::Rule').find(([id]) => id.startsWith('EventspublishBlogRule2'));
  expect(rule?.[1].Properties.EventPattern.detail).toEqual({
    bucket: { name: [{ Ref: site }] },
    object: { key: ['build.json'] },
  });
  expect(resourcesOf(dev, 'AWS::S3::Bucket').find(([id]) => id === site)?.[1].Properties).toMatchObject({
    NotificationConfiguration: { EventBridgeConfiguration: { EventBridgeEnabled: true } },
  });
  const pages = resourcesOf(dev, 'Custom::CDKBucketDeployment').find(([id]) => id.startsWith('FilesPages'));
  expect(pages?.[1].DependsOn).toEqual(
    expect.arrayContaining([rule?.[0], expect.stringMatching(/^EventsPublishBlog[0-9A-F]{8}$/)]),
  );
  // The function renders pages of this build, so it is deployed after the scripts that they load.
  const [[, renderer] = []] = resourcesOf(dev, 'AWS::Lambda::Function').filter(([id]) =>
    id.startsWith('EventsPublishBlog'),
  );
  expect(renderer?.DependsOn).toEqual(expect.arrayContaining([expect.stringMatching(/^FilesAssets/)]));
});

test('delivers each upload of a deployment once a day again, because a new rule may miss the first', () => {
  const rules = resourcesOf(dev, 'AWS::Events::Rule').map(([, { Properties }]) => Properties);
  const targetsOf = (rule: (typeof rules)[0]) =>
    rule.Targets.map(({ Arn, SqsParameters }: { Arn: object; SqsParameters?: object }) => ({
      Arn,
      SqsParameters,
    }));
  const uploads = rules.filter(({ EventPattern: pattern }) =>
    pattern?.detail?.object?.key.every((key: unknown) => typeof key === 'string'),
  );
  expect(uploads).toHaveLength(4);
  for (const upload of uploads) {
    const [key] = upload.EventPattern.detail.object.key;
    const daily = rules.filter(
      (rule) =>
        rule.ScheduleExpression === 'rate(1 day)' &&
        JSON.stringify(targetsOf(rule)) === JSON.stringify(targetsOf(upload)) &&
        JSON.stringify(rule.Targets[0].Input).includes(key),
    );
    expect(daily).toHaveLength(1);
    const input = JSON.stringify(daily[0]?.Targets[0].Input);
    expect(input).toContain(JSON.stringify(upload.EventPattern.detail.bucket.name[0]));
  }
});

test.each([
  ['AdminSweepDue', 'rate(5 minutes)'],
  ['ArticlesDue', 'rate(6 minutes)'],
  ['MailingsDue', 'rate(6 minutes)'],
  ['RolloutsDue', 'rate(5 minutes)'],
])('sends the event %s at the %s', (type, rate) => {
  const rules = resourcesOf(dev, 'AWS::Events::Rule').filter(([, { Properties }]) =>
    JSON.stringify(Properties.Targets[0].Input ?? '').includes(type),
  );
  expect(rules.map(([, { Properties }]) => Properties.ScheduleExpression)).toEqual([rate]);
});

test('sends to FIFO queues seldom enough that they do not drop a message as a repetition', () => {
  const queues = new Map(resourcesOf(dev, 'AWS::SQS::Queue'));
  const rates = resourcesOf(dev, 'AWS::Events::Rule').flatMap(([, { Properties }]) => {
    const [queueId] = Properties.Targets[0].Arn['Fn::GetAtt'] ?? [];
    const isFifo = queues.get(queueId)?.Properties.FifoQueue === true;
    return isFifo && Properties.ScheduleExpression ? [String(Properties.ScheduleExpression)] : [];
  });
  expect(rates.length).toBeGreaterThan(2);
  for (const rate of rates) {
    const [, count, unit] = /^rate\((\d+) (\w+)\)$/.exec(rate) ?? [];
    expect([rate, unit?.startsWith('minute') ? Number(count) > 5 : true]).toEqual([rate, true]);
  }
});

test('has no default root object, which functions may see in place of the path /', () => {
  const [[, distribution] = ['', { Properties: {} }]] = resourcesOf(dev, 'AWS::CloudFront::Distribution');
  expect(distribution.Properties.DistributionConfig.DefaultRootObject).toBeUndefined();
});

describe('accounts', () => {
  test('have the groups of the contract', () => {
    const names = resourcesOf(dev, 'AWS::Cognito::UserPoolGroup').map(
      ([, { Properties }]) => Properties.GroupName,
    );
    expect(names.sort()).toEqual([...groups].sort());
  });

  test('accept registrations with an email address, and allow neither guessing nor OAuth', () => {
    dev.hasResourceProperties('AWS::Cognito::UserPool', {
      UsernameAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
      AutoVerifiedAttributes: ['email'],
      UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
      Policies: {
        PasswordPolicy: {
          MinimumLength: 12,
          RequireLowercase: false,
          RequireUppercase: false,
          RequireNumbers: false,
          RequireSymbols: false,
        },
      },
      LambdaConfig: {
        CustomEmailSender: { LambdaArn: Match.anyValue(), LambdaVersion: 'V1_0' },
        KMSKeyID: { 'Fn::GetAtt': [Match.stringLikeRegexp('CodeKey'), 'Arn'] },
        PostConfirmation: Match.anyValue(),
      },
    });
    dev.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      PreventUserExistenceErrors: 'ENABLED',
      EnableTokenRevocation: true,
      WriteAttributes: ['email'],
      AccessTokenValidity: 30,
      IdTokenValidity: 30,
      TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' },
      GenerateSecret: false,
      AllowedOAuthFlowsUserPoolClient: false,
      AllowedOAuthFlows: Match.absent(),
      ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
    });
  });
});

test('tells browsers to ask before they store a referral code, if a stage enables it', async () => {
  const settingsOf = (template: Template) => JSON.stringify(template.findOutputs('WebSettings'));
  const asking = await synthesize({ ...stages.prod, referralStorage: 'ask' });
  expect(settingsOf(asking)).toContain(String.raw`\"referralStorage\":\"ask\"`);
  expect(settingsOf(dev)).not.toContain('referralStorage');
});

test('refuses leaked passwords when users choose them, if a stage enables it', async () => {
  const strict = await synthesize({ ...stages.prod, refusesLeakedPasswords: true });
  strict.hasResourceProperties('AWS::Cognito::UserPool', {
    UserPoolTier: 'PLUS',
    UserPoolAddOns: { AdvancedSecurityMode: 'ENFORCED' },
  });
  strict.hasResourceProperties('AWS::Cognito::UserPoolRiskConfigurationAttachment', {
    ClientId: 'ALL',
    CompromisedCredentialsRiskConfiguration: {
      Actions: { EventAction: 'BLOCK' },
      EventFilter: ['SIGN_UP', 'PASSWORD_CHANGE'],
    },
  });
  prod.hasResourceProperties('AWS::Cognito::UserPool', {
    UserPoolTier: 'ESSENTIALS',
    UserPoolAddOns: Match.absent(),
  });
});

test('sends codes by a function that Cognito may invoke for this pool', () => {
  dev.hasResourceProperties('AWS::Lambda::Permission', {
    Action: 'lambda:InvokeFunction',
    FunctionName: { 'Fn::GetAtt': [Match.stringLikeRegexp('CustomEmailSender'), 'Arn'] },
    Principal: 'cognito-idp.amazonaws.com',
    SourceArn: { 'Fn::GetAtt': [Match.stringLikeRegexp('AccountsUserPool'), 'Arn'] },
  });
});

test('keeps every version in the builds bucket that a download may name', () => {
  const [builds] = resourcesOf(dev, 'AWS::S3::Bucket').filter(([id]) => id.startsWith('StorageBuilds'));
  const rules: { Prefix?: string; NoncurrentVersionExpiration?: object }[] =
    builds?.[1].Properties.LifecycleConfiguration.Rules;
  const expiring = rules.filter((rule) => rule.NoncurrentVersionExpiration).map(({ Prefix }) => Prefix);
  expect(expiring).toContain('releases/live.json');
  const keys = ['releases/1.2.0/win-x64/App-1.2.0.exe', 'releases/1.2.0/release.json'];
  for (const prefix of expiring)
    for (const key of keys) expect(key.startsWith(prefix ?? ''), `${prefix} expires ${key}`).toBe(false);
});

describe('delivery', () => {
  const properties = (type: string) => resourcesOf(dev, type)[0]?.[1].Properties;
  const { DistributionConfig: distribution } = properties('AWS::CloudFront::Distribution');

  test('calls a function for the 404 page when a bucket does not contain the file', () => {
    const origins = new Map<string, { Id: string; OriginAccessControlId?: object }>(
      distribution.Origins.map((origin: { Id: string }) => [origin.Id, origin]),
    );
    const groups = distribution.OriginGroups.Items;
    const ofBuckets = [distribution.DefaultCacheBehavior, ...distribution.CacheBehaviors].filter(
      ({ PathPattern }: { PathPattern?: string }) => PathPattern !== '/api/*',
    );
    for (const { TargetOriginId } of ofBuckets) {
      const group = groups.find(({ Id }: { Id: string }) => Id === TargetOriginId);
      expect(group.FailoverCriteria.StatusCodes.Items).toEqual([404]);
      const [, fallback] = group.Members.Items;
      expect(JSON.stringify(origins.get(fallback.OriginId))).toContain('MissingPage');
      expect(origins.get(fallback.OriginId)).toHaveProperty('OriginAccessControlId');
    }
    // CloudFront's limit.
    expect(groups.length).toBeLessThanOrEqual(10);
    const [url] = resourcesOf(dev, 'AWS::Lambda::Url');
    expect(url?.[1].Properties.AuthType).toBe('AWS_IAM');
  });

  test('answers only signed links for builds and resources, over HTTPS', () => {
    const behaviors = distribution.CacheBehaviors as Record<string, unknown>[];
    const signed = behaviors.filter(({ TrustedKeyGroups }) => TrustedKeyGroups);
    expect(signed.map(({ PathPattern }) => PathPattern)).toEqual([
      '/releases/*',
      '/resources/*.json',
      '/resources/*.zip',
    ]);
    for (const behavior of signed)
      expect(behavior).toMatchObject({
        TrustedKeyGroups: [{ Ref: expect.stringMatching(/^DownloadLinksKeyGroup/) }],
        ViewerProtocolPolicy: 'https-only',
        Compress: false,
        FunctionAssociations: [{ EventType: 'viewer-request' }],
      });
    const builds = signed[0]?.TargetOriginId;
    const open = behaviors.filter((one) => one.TargetOriginId === builds && !signed.includes(one));
    expect(open.map(({ PathPattern }) => PathPattern)).toEqual(publishedPaths.map((path) => `/${path}`));
  });

  test('lets CloudFront read the version of a build that a link names', () => {
    const policies = resourcesOf(dev, 'AWS::S3::BucketPolicy').flatMap(([, { Properties }]) =>
      Properties.PolicyDocument.Statement.filter(
        ({ Action }: { Action: unknown }) => Action === 's3:GetObjectVersion',
      ),
    );
    expect(policies).toMatchObject([{ Principal: { Service: 'cloudfront.amazonaws.com' } }]);
    expect(joinedText(policies[0].Resource)).toMatch(/^StorageBuilds\w+\.Arn\/releases\/\*$/);
  });

  test('replaces no error with a page, because that would affect the API too', () => {
    for (const error of distribution.CustomErrorResponses)
      expect(error).not.toHaveProperty('ResponsePagePath');
  });

  test("caches no error, so that one person's failed request does not fail for everyone", () => {
    const errors: { ErrorCode: number; ErrorCachingMinTTL: number }[] = distribution.CustomErrorResponses;
    expect(errors.filter(({ ErrorCachingMinTTL }) => ErrorCachingMinTTL > 0)).toEqual([]);
    const codes = errors.map(({ ErrorCode }) => ErrorCode);
    expect(codes).toEqual(expect.arrayContaining([400, 403, 404, 500, 502, 503, 504]));
  });

  test('allows only CloudFront to call the function with the 404 page', () => {
    const permissions = resourcesOf(dev, 'AWS::Lambda::Permission')
      .map(([, { Properties }]) => Properties)
      .filter((permission) => JSON.stringify(permission.FunctionName).includes('MissingPage'));
    expect(permissions.map(({ Action }) => Action).sort()).toEqual([
      'lambda:InvokeFunction',
      'lambda:InvokeFunctionUrl',
    ]);
    for (const { Principal, SourceArn } of permissions) {
      expect(Principal).toBe('cloudfront.amazonaws.com');
      expect(JSON.stringify(SourceArn)).toContain(':distribution/');
    }
  });

  test('has a behavior for the API, the assets, the pictures and the current version', () => {
    const behaviors = distribution.CacheBehaviors as { PathPattern: string }[];
    expect(behaviors.map(({ PathPattern }) => PathPattern)).toEqual([
      '/api/*',
      '/assets/*',
      '/media/*',
      '/releases/*',
      '/resources/*.json',
      '/resources/*.zip',
      '/version.json',
      '/releases.json',
      '/updates/*',
    ]);
  });

  test('sends pages with these security headers', () => {
    const [policy] = resourcesOf(dev, 'AWS::CloudFront::ResponseHeadersPolicy').flatMap(
      ([id, { Properties }]) =>
        id.startsWith('DeliveryHeadersPages') ? [Properties.ResponseHeadersPolicyConfig] : [],
    );
    const { ContentSecurityPolicy, ReferrerPolicy, ContentTypeOptions } = policy.SecurityHeadersConfig;
    const directives = joinedText(ContentSecurityPolicy.ContentSecurityPolicy).split('; ');
    expect(directives.map((directive) => directive.replaceAll(/ 'sha256-[^']+'/g, ''))).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      expect.stringMatching(
        /^connect-src 'self' https:\/\/cognito-idp\.us-east-1\.amazonaws\.com wss:\/\/DoorbellApi\w+\.Dns\.Realtime$/,
      ),
      "manifest-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(ReferrerPolicy).toEqual({ ReferrerPolicy: 'same-origin', Override: true });
    expect(ContentTypeOptions).toEqual({ Override: true });
    expect(policy.CustomHeadersConfig.Items).toEqual(
      Object.entries({
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy':
          'browsing-topics=(),camera=(),display-capture=(),geolocation=(),microphone=(),payment=(),usb=()',
      }).map(([Header, Value]) => ({ Header, Value, Override: true })),
    );
  });

  test.each([
    ['Files', "'self'", 'same-origin'],
    ['Pictures', "'none'", 'cross-origin'],
  ])('sends %s with scripts from %s, to pages that are %s', (name, scripts, shownBy) => {
    const policies = resourcesOf(dev, 'AWS::CloudFront::ResponseHeadersPolicy');
    // The pages have the third, which is above.
    expect(policies).toHaveLength(3);
    const [policy] = policies.flatMap(([id, { Properties }]) =>
      id.startsWith(`DeliveryHeaders${name}`) ? [Properties.ResponseHeadersPolicyConfig] : [],
    );
    expect(policy.SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy).toBe(
      `default-src 'none'; script-src ${scripts}; style-src 'self'; img-src 'self'; font-src 'self'; frame-ancestors 'none'`,
    );
    expect(policy.CustomHeadersConfig.Items).toContainEqual({
      Header: 'cross-origin-resource-policy',
      Value: shownBy,
      Override: true,
    });
  });

  test('adds a secret to requests for the API, which the template does not contain', () => {
    const secret = {
      'Fn::Join': [
        '',
        [
          '{{resolve:secretsmanager:',
          { Ref: expect.stringMatching(/^DistributionSecretsSecret/) },
          ':SecretString:::}}',
        ],
      ],
    };
    const sent = distribution.Origins.flatMap(
      (origin: { OriginCustomHeaders?: object[] }) => origin.OriginCustomHeaders ?? [],
    );
    expect(sent).toEqual([{ HeaderName: 'x-distribution-secret', HeaderValue: secret }]);

    const functions = new Map(resourcesOf(dev, 'AWS::Lambda::Function'));
    const integrations = resourcesOf(dev, 'AWS::ApiGatewayV2::Integration');
    expect(integrations).toHaveLength(Object.keys(services).length);
    for (const [, { Properties: integration }] of integrations) {
      const called = functions.get(integration.IntegrationUri['Fn::GetAtt'][0]);
      expect(called?.Properties.Environment.Variables.DISTRIBUTION_SECRET).toEqual(secret);
    }
  });

  test('uploads the pictures with a content type before the pages', () => {
    const deployments = resourcesOf(dev, 'Custom::CDKBucketDeployment');
    const pictures = deployments.filter(([, { Properties }]) =>
      Properties.DestinationBucketName.Ref.startsWith('StorageMedia'),
    );
    expect(pictures.map(([, { Properties }]) => Properties.SystemMetadata['content-type'])).toEqual([
      'image/avif',
      'image/webp',
    ]);
    for (const [, { Properties }] of pictures) {
      expect(Properties.DestinationBucketKeyPrefix).toBe('site/images');
      expect(Properties.SystemMetadata['cache-control']).toBe('public, max-age=300');
    }
    const pages = deployments.find(([id]) => id.startsWith('FilesPages'))?.[1];
    expect(pages?.DependsOn).toEqual(expect.arrayContaining(pictures.map(([id]) => id)));
  });

  test('shows a picture that was replaced by hand within minutes', () => {
    const [policy] = resourcesOf(dev, 'AWS::CloudFront::CachePolicy').filter(([id]) =>
      id.startsWith('DeliveryPictures'),
    );
    expect(policy?.[1].Properties.CachePolicyConfig).toMatchObject({ DefaultTTL: 300, MinTTL: 0 });
    dev.hasResourceProperties('AWS::CloudFront::ResponseHeadersPolicy', {
      ResponseHeadersPolicyConfig: {
        CustomHeadersConfig: {
          Items: Match.arrayWith([
            { Header: 'cache-control', Value: 'public, max-age=300', Override: false },
          ]),
        },
      },
    });
  });

  test('sets the content type of pages, feeds and formats that the deployment may not know', () => {
    const types = resourcesOf(dev, 'Custom::CDKBucketDeployment').map(
      ([, { Properties }]) => Properties.SystemMetadata['content-type'],
    );
    expect(types.sort()).toEqual([
      'application/atom+xml; charset=utf-8',
      'application/manifest+json',
      'application/xml; charset=utf-8',
      'font/woff2',
      'image/avif',
      'image/webp',
      'text/html; charset=utf-8',
      'text/markdown; charset=utf-8',
      'text/plain; charset=utf-8',
      // Scripts and the like, resources, and files whose format has one type.
      undefined,
      undefined,
      undefined,
    ]);
  });
});

test('rejects an unknown stage by name', () => {
  expect(() => readStage('staging')).toThrow(
    'There is no stage "staging". settings.ts has: local, dev, prod.',
  );
  expect(() => readStage('toString')).toThrow('There is no stage');
});

test('has the outputs that the team’s commands need', () => {
  expect(Object.keys(dev.findOutputs('*'))).toEqual(
    expect.arrayContaining([
      'SiteUrl',
      'WebSettings',
      'BuildsBucket',
      'MediaBucket',
      'SiteBucket',
      'ArticlesTable',
      'EventBus',
      'LicenseKeyIds',
      'StripeSecretKeyArn',
      'StripeWebhookSecretArn',
    ]),
  );
});

describe('the doorbell', () => {
  const userPool = { AuthType: 'AMAZON_COGNITO_USER_POOLS' };
  const iam = { AuthType: 'AWS_IAM' };

  test('lets users of the website connect and subscribe, and only functions publish', () => {
    const [api] = resourcesOf(dev, 'AWS::AppSync::Api').map(([, { Properties }]) => Properties.EventConfig);
    expect(api).toMatchObject({
      AuthProviders: [
        {
          ...userPool,
          CognitoConfig: { AppIdClientRegex: expect.anything(), UserPoolId: expect.anything() },
        },
        iam,
      ],
      ConnectionAuthModes: [userPool],
      DefaultPublishAuthModes: [iam],
      DefaultSubscribeAuthModes: [userPool],
    });
    const namespaces = resourcesOf(dev, 'AWS::AppSync::ChannelNamespace').map(
      ([, { Properties }]) => Properties,
    );
    expect(namespaces.map(({ Name }) => Name).sort()).toEqual(['desk', 'users']);
    for (const { PublishAuthModes, SubscribeAuthModes, CodeHandlers } of namespaces) {
      expect([PublishAuthModes, SubscribeAuthModes]).toEqual([[iam], [userPool]]);
      expect(CodeHandlers).toContain('onSubscribe');
    }
  });
});
