import { resolveTemplate } from '../../local/resolve-template.ts';
import { joinTemplates } from '../../scripts/build/join-templates.ts';
import type { Resource, Template } from '../../scripts/build/keep-template.ts';
import { deployedName, deployedParameters } from './deployed-name.ts';

// biome-ignore lint/suspicious/noExplicitAny: CloudFormation's shapes.
export type Properties = any;

export interface Deployed {
  id: string;
  resource: Resource;
}

/** The resources with values as long as those that AWS would choose. */
export function resolveNames(templates: Record<string, Template>): Deployed[] {
  const stackOf = new Map(
    Object.entries(templates).flatMap(([stack, { Resources }]) =>
      Object.keys(Resources).map((id) => [id, stack]),
    ),
  );
  const joined = joinTemplates(templates);
  // Records of Route 53 use Fn::FindInMap, which resolveTemplate does not know.
  joined.Resources = Object.fromEntries(
    Object.entries(joined.Resources).filter(([, { Type: type }]) => type !== 'AWS::Route53::RecordSet'),
  );
  const { Resources } = resolveTemplate(joined, deployedParameters, (id, resource, attribute) =>
    deployedName(stackOf.get(id) ?? '', id, resource, attribute),
  );
  return Object.entries(Resources).map(([id, resource]) => ({ id, resource }));
}
