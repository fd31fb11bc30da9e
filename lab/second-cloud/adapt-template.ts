import type { Template } from '../../scripts/build/keep-template.ts';
import { leftOutReason } from './left-out.ts';

export interface Adaptation {
  /** The port of the second cloud. */
  gatewayPort: number;
  siteUrl: string;
  /** Replaces variables of functions that have them. */
  environment: Record<string, string>;
}

/** In seconds; left-out.ts has the reason. */
const retryEvery = 10;

/** Where the second cloud serves an API of API Gateway. */
export const apiPath = (apiId: string) => `/_aws/execute-api/${apiId}/$default`;

/** Adapts a template to the second cloud; left-out.ts has the reasons. */
export function adaptTemplate(template: Template, adaptation: Adaptation): Template {
  const entries = Object.entries(template.Resources);
  const leftOut = new Set(entries.flatMap(([id, resource]) => (leftOutReason(resource) ? [id] : [])));
  const changes = changesOf(template, adaptation);
  const kept = { ...template, Resources: Object.fromEntries(entries.filter(([id]) => !leftOut.has(id))) };
  return JSON.parse(JSON.stringify(kept), (key, value) => {
    if (key === 'DependsOn') return [value].flat().filter((id) => !leftOut.has(id));
    return changes[key]?.(value) ?? replaceReference(value, leftOut);
  });
}

/** Replaces a reference to a resource that is left out with a text of the same form. */
function replaceReference(value: unknown, leftOut: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { Ref: ref = '', 'Fn::GetAtt': [id = '', attribute = ''] = [] } = value as {
    Ref?: string;
    'Fn::GetAtt'?: string[];
  };
  if (leftOut.has(ref)) return `left-out-${ref}`;
  if (!leftOut.has(id)) return value;
  return attribute.endsWith('Arn') ? `arn:aws:left-out:us-east-1:000000000000:${id}` : `${id}.${attribute}`;
}

interface Origin {
  OriginCustomHeaders?: object[];
}

interface OriginGroup {
  Id: string;
  Members: { Items: { OriginId: string }[] };
}

/** The new values of properties, by their names. */
// biome-ignore lint/suspicious/noExplicitAny: CloudFormation's shapes.
function changesOf({ Resources }: Template, adaptation: Adaptation): Record<string, (value: any) => unknown> {
  const resources = Object.entries(Resources);
  const [apiId = ''] = resources.find(([, { Type: type }]) => type === 'AWS::ApiGatewayV2::Api') ?? [];
  const groups: OriginGroup[] = resources.flatMap(
    ([, { Properties: properties }]) => properties?.DistributionConfig?.OriginGroups?.Items ?? [],
  );
  const firstOrigins = new Map(groups.map(({ Id, Members }) => [Id, Members.Items[0]?.OriginId]));
  const ofApi = {
    DomainName: 'localhost',
    OriginPath: { 'Fn::Sub': apiPath(`\${${apiId}}`) },
    CustomOriginConfig: { OriginProtocolPolicy: 'http-only', HTTPPort: adaptation.gatewayPort },
  };
  const environment: Record<string, string> = { ...adaptation.environment, SITE_URL: adaptation.siteUrl };
  return {
    VisibilityTimeout: () => retryEvery,
    OriginGroups: () => ({ Quantity: 0 }),
    TargetOriginId: (id: string) => firstOrigins.get(id),
    TrustedKeyGroups: () => [],
    // Only requests to the API have the secret of the distribution.
    Origins: (origins: Origin[]) =>
      origins.map((origin) => (origin.OriginCustomHeaders ? { ...origin, ...ofApi } : origin)),
    // A rule of a firewall has one statement.
    Statement: (statements: object[] | object) =>
      Array.isArray(statements)
        ? statements.filter((statement) => !JSON.stringify(statement).includes('aws:SecureTransport'))
        : undefined,
    Variables: (variables: object) =>
      Object.fromEntries(
        Object.entries(variables).map(([name, value]) => [name, environment[name] ?? value]),
      ),
    Properties: (properties: { Name?: string }) =>
      String(properties.Name).endsWith('/site-url')
        ? { ...properties, Value: adaptation.siteUrl }
        : undefined,
  };
}
