import type { Resource, Template } from '../../../scripts/build/keep-template.ts';

export const motoAccount = '123456789012';

/**
 * Adapts a template to moto: leaves out what it cannot create, and replaces each reference to that
 * with an ARN, because moto checks the resources of policies.
 * @param types the types of resources that moto can create
 */
export function motoTemplate(template: Template, types: Set<string>, outputs: Map<string, string>): Template {
  const all = Object.entries(template.Resources);
  const unsupported = new Set(all.flatMap(([id, { Type: type }]) => (types.has(type) ? [] : [id])));
  const isKept = ([id, resource]: [string, Resource]) =>
    !unsupported.has(id) && !(resource.Type === 'AWS::Lambda::Permission' && mentions(resource, unsupported));
  const kept = all.filter(isKept).map(([id, resource]) => [id, nameQueue(id, resource)]);
  const buses = new Map(
    all.flatMap(([id, { Type: type, Properties: bus }]) =>
      type === 'AWS::Events::EventBus' ? [[id, bus.Name as string] as const] : [],
    ),
  );
  const reviver = (key: string, value: unknown) => {
    // Moto passes the bus itself to a rule, not its name.
    const bus = buses.get(String((value as { Ref?: string } | null)?.Ref));
    if (bus !== undefined) return bus;
    if (key === 'DependsOn') return [value].flat().filter((id) => !unsupported.has(String(id)));
    return replaceReference(value, unsupported, outputs);
  };
  return JSON.parse(JSON.stringify({ ...template, Resources: Object.fromEntries(kept) }), reviver);
}

function mentions(resource: Resource, ids: Set<string>): boolean {
  const text = JSON.stringify(resource);
  return [...ids].some((id) => text.includes(`"${id}"`));
}

/** CloudFormation ends the name that it chooses for a FIFO queue with ".fifo", and moto does not. */
function nameQueue(id: string, resource: Resource): Resource {
  if (resource.Type !== 'AWS::SQS::Queue' || !resource.Properties?.FifoQueue) return resource;
  return { ...resource, Properties: { ...resource.Properties, QueueName: `${id}.fifo` } };
}

function replaceReference(value: unknown, unsupported: Set<string>, outputs: Map<string, string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const [[name, argument] = ['', undefined]] = Object.entries(value);
  if (name === 'Ref' || name === 'Fn::GetAtt') {
    const id = String([argument].flat()[0]);
    return unsupported.has(id) ? `arn:aws:unsupported:us-east-1:${motoAccount}:${id}` : value;
  }
  // Moto does not know this function.
  if (name === 'Fn::GetStackOutput') {
    const { StackName: stack, OutputName: output } = argument as Record<string, string>;
    const found = outputs.get(`${stack} ${output}`);
    if (found === undefined) throw new Error(`The stack ${stack} has no output ${output} yet.`);
    return found;
  }
  return value;
}
