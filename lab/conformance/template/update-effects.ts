import { isDeepStrictEqual } from 'node:util';
import type { Resource, Template } from '../../../scripts/build/keep-template.ts';

export interface UpdateEffect {
  stack: string;
  id: string;
  type: string;
  effect: 'added' | 'updated in place' | 'replaced' | 'removed';
  /** The properties whose change replaces the resource. */
  because: string[];
}

/** Returns the effect of an update from one version of the stacks to another on each resource that changes. */
export function updateEffects(
  before: Record<string, Template>,
  after: Record<string, Template>,
  createOnlyProperties: (type: string) => string[],
): UpdateEffect[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((stack) => {
    const old = before[stack]?.Resources ?? {};
    const current = after[stack]?.Resources ?? {};
    return [...new Set([...Object.keys(old), ...Object.keys(current)])].flatMap((id) => {
      const [from, to] = [old[id], current[id]];
      const type = (to ?? from)?.Type ?? '';
      const effect = effectOn(from, to, createOnlyProperties);
      return effect ? [{ stack, id, type, ...effect }] : [];
    });
  });
}

function effectOn(
  from: Resource | undefined,
  to: Resource | undefined,
  createOnlyProperties: (type: string) => string[],
): Pick<UpdateEffect, 'effect' | 'because'> | undefined {
  if (!from) return { effect: 'added', because: [] };
  if (!to) return { effect: 'removed', because: [] };
  if (from.Type !== to.Type) return { effect: 'replaced', because: ['Type'] };
  const differs = (name: string) => !isDeepStrictEqual(from.Properties?.[name], to.Properties?.[name]);
  const because = createOnlyProperties(from.Type).filter(differs);
  if (because.length > 0) return { effect: 'replaced', because };
  return isDeepStrictEqual(from.Properties, to.Properties)
    ? undefined
    : { effect: 'updated in place', because: [] };
}

/**
 * Resources with a new logical id and the name of a removed one. CloudFormation creates before it
 * deletes, so AWS refuses the second resource of the same name, and the update fails. An operator
 * deletes a stack that is left out before the update, so it is ignored.
 */
export function findNameConflicts(
  before: Record<string, Template>,
  after: Record<string, Template>,
  effects: UpdateEffect[],
): string[] {
  const named = (templates: Record<string, Template>, { stack, id }: UpdateEffect) =>
    templates[stack]?.Resources[id]?.Properties ?? {};
  return effects
    .filter(({ effect }) => effect === 'added')
    .flatMap((added) =>
      effects
        .filter(({ effect, type, stack }) => effect === 'removed' && type === added.type && after[stack])
        .filter((removed) => haveSameName(added.type, named(before, removed), named(after, added)))
        .map((removed) => `${added.type} ${removed.id} and ${added.id}`),
    );
}

/** The properties with a name that must be unique in the account, the region or the parent. */
const names: Record<string, string> = {
  'AWS::ApiGatewayV2::Route': 'RouteKey',
  'AWS::ApiGatewayV2::Stage': 'StageName',
  'AWS::AppSync::ChannelNamespace': 'Name',
  'AWS::CloudFront::Function': 'Name',
  'AWS::CloudWatch::Alarm': 'AlarmName',
  'AWS::CloudWatch::Dashboard': 'DashboardName',
  'AWS::Cognito::UserPoolGroup': 'GroupName',
  'AWS::Events::EventBus': 'Name',
  'AWS::Logs::Delivery': 'DeliverySourceName',
  'AWS::Logs::DeliveryDestination': 'Name',
  'AWS::Logs::DeliverySource': 'Name',
  'AWS::SSM::Parameter': 'Name',
};

function haveSameName(type: string, from: Resource['Properties'], to: Resource['Properties']): boolean {
  const property = names[type];
  return (
    property !== undefined && from[property] !== undefined && isDeepStrictEqual(from[property], to[property])
  );
}
