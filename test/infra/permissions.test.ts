import { expect, test } from 'vitest';
import { stages } from '../../lib/stages.ts';
import { resourcesOf, synthesize } from './synthesize.ts';

const dev = await synthesize(stages.dev);
const functions = resourcesOf(dev, 'AWS::Lambda::Function').filter(
  ([, { Properties }]) => Properties.Environment?.Variables.POWERTOOLS_SERVICE_NAME,
);

// After a change of permissions on purpose, write the file again with
// `npx vitest run --project infra --update test/infra/permissions.test.ts`, and review its difference.
test('gives each function the permissions in permissions.txt, by its own role', async () => {
  const roles = new Map(
    functions.map(([, { Properties }]) => [Properties.Role['Fn::GetAtt'][0], Properties]),
  );
  expect(roles.size).toBe(functions.length);
  const listed = [...roles].map(([role, { Environment, LoggingConfig }]) => {
    const permissions = permissionsOf(role).filter(
      (permission) => !isOnOwnLogs(permission, LoggingConfig.LogGroup.Ref),
    );
    return [Environment.Variables.POWERTOOLS_SERVICE_NAME, ...permissions].join('\n  ');
  });
  await expect(`${listed.sort().join('\n\n')}\n`).toMatchFileSnapshot('permissions.txt');
});

const isOnOwnLogs = (permission: string, logGroup: string) =>
  ['logs:CreateLogStream', 'logs:PutLogEvents'].includes(permission.split(' on ')[0] ?? '') &&
  logGroup.replace(/[0-9A-F]{8}$/, '') === permission.split(' on ')[1];

/** Returns the permissions of a role, as "action on resource" or "action on resource if condition". */
function permissionsOf(role: string): string[] {
  // A role with many permissions also has managed policies.
  const statements = ['AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy']
    .flatMap((type) => resourcesOf(dev, type))
    .filter(([, { Properties }]) =>
      Properties.Roles.some((attached: { Ref: string }) => attached.Ref === role),
    )
    .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement);
  const permissions = statements.flatMap(({ Action: actions, Resource: resources, Condition: condition }) =>
    [actions]
      .flat()
      .flatMap((action) =>
        [resources].flat().map((resource) => `${action} on ${nameOf(resource)}${textOf(condition)}`),
      ),
  );
  return [...new Set(permissions)].sort();
}

function textOf(condition: Record<string, Record<string, unknown>> = {}): string {
  const parts = Object.entries(condition).flatMap(([operator, keys]) =>
    Object.entries(keys).map(
      ([key, value]) => `${key} ${operator} ${[value].flat().map(valueText).join(', ')}`,
    ),
  );
  return parts.length > 0 ? ` if ${parts.join(' and ')}` : '';
}

const valueText = (value: unknown) => (typeof value === 'object' ? nameOf(value) : value);

/** The logical id behind an ARN, without CDK's hash, and what follows it. */
function nameOf(resource: unknown): string {
  const text = JSON.stringify(resource);
  const id = /"(?:Fn::GetAtt":\["|Ref":"(?!AWS::))(\w+?)[0-9A-F]{8}"/.exec(text)?.[1];
  const path = /"(\/[^"]+)"\]\]/.exec(text)?.[1];
  const named = /:((?:alarm:|event-bus\/|parameter\/|identity\/|template\/)[^"]+)"|"(\*)"/
    .exec(text)
    ?.slice(1)
    .find(Boolean);
  if (named) return named;
  if (!id) throw new Error(`${text} contains no known resource.`);
  return id + (path ?? '').replace(/^\/identity\/.*/, '');
}
