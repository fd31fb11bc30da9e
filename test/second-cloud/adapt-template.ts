import type { Resource, Template } from '../../scripts/build/keep-template.ts';
import { leftOutReason } from './left-out.ts';

export interface Adaptation {
  /** The port of the second cloud. */
  gatewayPort: number;
  siteUrl: string;
  /** Replaces variables of functions that have them. */
  environment: Record<string, string>;
}

/** Adapts a template to the second cloud; left-out.ts has the reasons. */
export function adaptTemplate(template: Template, adaptation: Adaptation): Template {
  const leftOut = new Set(
    Object.entries(template.Resources).flatMap(([id, resource]) => (leftOutReason(resource) ? [id] : [])),
  );
  const replaced = replaceReferences(template, leftOut) as Template;
  const kept = Object.entries(replaced.Resources).filter(([id]) => !leftOut.has(id));
  return {
    ...replaced,
    Resources: Object.fromEntries(
      kept.map(([id, resource]) => [id, adaptResource(resource, template, adaptation)]),
    ),
  };
}

/** Replaces each reference to a resource that is left out with a text of the same form. */
function replaceReferences(value: unknown, leftOut: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => replaceReferences(item, leftOut));
  if (typeof value !== 'object' || value === null) return value;
  const { Ref: ref, 'Fn::GetAtt': attribute } = value as { Ref?: string; 'Fn::GetAtt'?: string[] };
  if (ref !== undefined && leftOut.has(ref)) return `left-out-${ref}`;
  const [id = '', name = ''] = attribute ?? [];
  if (leftOut.has(id)) return name.endsWith('Arn') ? arnOf(id) : `${id}.${name}`;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === 'DependsOn'
        ? [key, [inner].flat().filter((each) => !leftOut.has(each))]
        : [key, replaceReferences(inner, leftOut)],
    ),
  );
}

const arnOf = (id: string) => `arn:aws:left-out:us-east-1:000000000000:${id}`;

function adaptResource(resource: Resource, template: Template, adaptation: Adaptation): Resource {
  const change = changes[resource.Type];
  if (!change) return resource;
  return { ...resource, Properties: change(resource.Properties, adaptation, template) };
}

type Change = (
  properties: Resource['Properties'],
  adaptation: Adaptation,
  template: Template,
) => Resource['Properties'];

const changes: Record<string, Change> = {
  'AWS::CloudFront::Distribution': adaptDistribution,
  'AWS::Lambda::Function': adaptFunction,
  'AWS::S3::BucketPolicy': allowWithoutTls,
  'AWS::SSM::Parameter': (parameter, { siteUrl }) =>
    parameter.Name.endsWith('/site-url') ? { ...parameter, Value: siteUrl } : parameter,
};

interface Origin {
  Id: string;
  OriginCustomHeaders?: object[];
}

interface OriginGroup {
  Id: string;
  Members: { Items: { OriginId: string }[] };
}

function adaptDistribution(
  { DistributionConfig: { OriginGroups: groups, ...config }, ...more }: Resource['Properties'],
  { gatewayPort }: Adaptation,
  { Resources }: Template,
): Resource['Properties'] {
  const firstOrigins = new Map(
    (groups?.Items ?? []).map(({ Id, Members }: OriginGroup) => [Id, Members.Items[0]?.OriginId]),
  );
  const adaptBehavior = ({
    TrustedKeyGroups: _,
    ...behavior
  }: {
    TrustedKeyGroups?: unknown;
    TargetOriginId: string;
  }) => ({
    ...behavior,
    TargetOriginId: firstOrigins.get(behavior.TargetOriginId) ?? behavior.TargetOriginId,
  });
  const [apiId] = Object.entries(Resources).find(([, { Type }]) => Type === 'AWS::ApiGatewayV2::Api') ?? [];
  // Only requests to the API have the secret of the distribution.
  const adaptOrigin = (origin: Origin) =>
    origin.OriginCustomHeaders
      ? {
          ...origin,
          DomainName: 'localhost',
          OriginPath: { 'Fn::Sub': `${apiPath(`\${${apiId}}`)}` },
          CustomOriginConfig: { OriginProtocolPolicy: 'http-only', HTTPPort: gatewayPort },
        }
      : origin;
  return {
    ...more,
    DistributionConfig: {
      ...config,
      Origins: config.Origins.map(adaptOrigin),
      DefaultCacheBehavior: adaptBehavior(config.DefaultCacheBehavior),
      CacheBehaviors: config.CacheBehaviors.map(adaptBehavior),
    },
  };
}

/** Where the second cloud serves an API of API Gateway. */
export const apiPath = (apiId: string) => `/_aws/execute-api/${apiId}/$default`;

function adaptFunction(
  properties: Resource['Properties'],
  { environment, siteUrl }: Adaptation,
): Resource['Properties'] {
  const { Variables: variables = {} } = properties.Environment ?? {};
  const replaced = Object.entries({ ...environment, SITE_URL: siteUrl }).filter(
    ([name]) => name in variables,
  );
  if (replaced.length === 0) return properties;
  return { ...properties, Environment: { Variables: { ...variables, ...Object.fromEntries(replaced) } } };
}

function allowWithoutTls({
  PolicyDocument: document,
  ...policy
}: Resource['Properties']): Resource['Properties'] {
  const isAboutTls = (statement: object) => JSON.stringify(statement).includes('aws:SecureTransport');
  const Statement = document.Statement.filter((statement: object) => !isAboutTls(statement));
  return { ...policy, PolicyDocument: { ...document, Statement } };
}
