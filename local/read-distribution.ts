import type { Resource } from '../scripts/build/keep-template.ts';
import type { Behavior } from './fakes/cloudfront/behavior.ts';
import { localName } from './local-name.ts';

interface Origin {
  Id: string;
  DomainName: string;
  OriginCustomHeaders?: { HeaderName: string; HeaderValue: string }[];
}

interface OriginGroup {
  Id: string;
  FailoverCriteria: { StatusCodes: { Items: number[] } };
  Members: { Items: { OriginId: string }[] };
}

/** @throws Error for a default root object, or when a behavior has no origin or no response headers policy */
export function readDistribution(
  { Properties: { DistributionConfig: config } }: Resource,
  resources: Record<string, Resource>,
): Behavior[] {
  // It is not documented whether functions of the viewer request see the root object or "/".
  if (config.DefaultRootObject) throw new Error('The local cloud does not support a default root object.');
  const byName = new Map(
    Object.entries(resources).map(([id, resource]) => [localName(id, resource), resource]),
  );
  const origins = new Map<string, Origin>(config.Origins.map((origin: Origin) => [origin.Id, origin]));
  const groups = new Map<string, OriginGroup>(
    (config.OriginGroups?.Items ?? []).map((group: OriginGroup) => [group.Id, group]),
  );

  function describeOrigin(id: string): Pick<Behavior, 'origin' | 'fallback'> {
    const group = groups.get(id);
    const [primary, secondary] = group?.Members.Items.map(({ OriginId }) => OriginId) ?? [id];
    const { DomainName: domainName, OriginCustomHeaders: headers = [] } = originNamed(primary);
    const bucket = /^(.+)\.s3\.amazonaws\.com$/.exec(domainName)?.[1];
    const apiHeaders = Object.fromEntries(headers.map((header) => [header.HeaderName, header.HeaderValue]));
    return {
      origin: bucket ? { bucket } : { apiHeaders },
      ...(group && {
        fallback: {
          statuses: group.FailoverCriteria.StatusCodes.Items,
          functionId: functionBehind(originNamed(secondary).DomainName),
        },
      }),
    };
  }

  function originNamed(id = ''): Origin {
    const origin = origins.get(id);
    if (!origin) throw new Error(`The distribution has no origin ${id}.`);
    return origin;
  }

  function functionBehind(domainName: string): string {
    const [id = ''] = domainName.split('.');
    return resources[id]?.Properties.TargetFunctionArn;
  }

  // biome-ignore lint/suspicious/noExplicitAny: CloudFormation's shape.
  const behavior = (description: any): Behavior => {
    const [association] = description.FunctionAssociations ?? [];
    const edgeFunction = association && byName.get(association.FunctionARN.replace(/\.FunctionARN$/, ''));
    return {
      pathPattern: description.PathPattern ?? '*',
      ...describeOrigin(description.TargetOriginId),
      forwardedQuery: forwardedQueryOf(byName.get(description.CachePolicyId)),
      ...(description.TrustedKeyGroups ? { trustedKeys: keysOf(description.TrustedKeyGroups, byName) } : {}),
      methods: description.AllowedMethods ?? ['GET', 'HEAD'],
      ...(edgeFunction ? { viewerRequest: edgeFunction.Properties.FunctionCode } : {}),
      responseHeaders: describeHeaders(byName.get(description.ResponseHeadersPolicyId)),
    };
  };
  return [...config.CacheBehaviors.map(behavior), behavior(config.DefaultCacheBehavior)];
}

/** Without a policy of ours, the query is not forwarded to a bucket. */
function forwardedQueryOf(policy: Resource | undefined): string[] {
  const { QueryStringsConfig: config } =
    policy?.Properties.CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin ?? {};
  return config?.QueryStringBehavior === 'whitelist' ? config.QueryStrings : [];
}

/** The public keys of key groups by id, as the template names them. */
function keysOf(groupIds: string[], byName: Map<string, Resource>): Record<string, string> {
  const keyIds: string[] = groupIds.flatMap((id) => byName.get(id)?.Properties.KeyGroupConfig.Items);
  return Object.fromEntries(keyIds.map((id) => [id, byName.get(id)?.Properties.PublicKeyConfig.EncodedKey]));
}

function describeHeaders(policy: Resource | undefined): Record<string, string> {
  const { SecurityHeadersConfig: security, CustomHeadersConfig: custom } =
    policy?.Properties.ResponseHeadersPolicyConfig ?? {};
  if (!security) throw new Error('A behavior has no response headers policy.');
  const transport = security.StrictTransportSecurity;
  return {
    'content-security-policy': security.ContentSecurityPolicy.ContentSecurityPolicy,
    'strict-transport-security': [
      `max-age=${transport.AccessControlMaxAgeSec}`,
      ...(transport.IncludeSubdomains ? ['includeSubDomains'] : []),
      ...(transport.Preload ? ['preload'] : []),
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': security.ReferrerPolicy.ReferrerPolicy,
    ...Object.fromEntries(
      (custom?.Items ?? []).map((item: { Header: string; Value: string }) => [item.Header, item.Value]),
    ),
  };
}
