import type { Deployed, Properties } from './deployed-resources.ts';

/** In bytes, without white space, which IAM does not count. */
export function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

export function policySize({ PolicyDocument: document }: Properties): number {
  return sizeOf(document);
}

/** Returns the sizes by role. */
export function inlinePolicySizes(resources: Deployed[]): number[] {
  const sizes = new Map<string, number>();
  for (const { resource } of resources) {
    if (resource.Type !== 'AWS::IAM::Policy') continue;
    for (const role of resource.Properties.Roles)
      sizes.set(role, (sizes.get(role) ?? 0) + policySize(resource.Properties));
  }
  return [...sizes.values()];
}

/** Returns the sizes by function. Lambda writes a statement for each permission. */
export function invokerPolicySizes(resources: Deployed[]): number[] {
  const permissions = resources.filter(({ resource }) => resource.Type === 'AWS::Lambda::Permission');
  return [...Map.groupBy(permissions, ({ resource }) => resource.Properties.FunctionName).values()].map(
    (group) =>
      sizeOf({
        Version: '2012-10-17',
        Id: 'default',
        Statement: group.map(({ id, resource: { Properties: permission } }) => ({
          Sid: id,
          Effect: 'Allow',
          Principal: { Service: permission.Principal },
          Action: permission.Action,
          Resource: permission.FunctionName,
          Condition: { ArnLike: { 'AWS:SourceArn': permission.SourceArn } },
        })),
      }),
  );
}
