import type { Resource, Template } from '../scripts/build/keep-template.ts';

/** The target of an intrinsic function: a resource and, for Fn::GetAtt, one of its attributes. */
export type Lookup = (logicalId: string, resource: Resource, attribute?: string) => string;

/**
 * Replaces CloudFormation's intrinsic functions with values, like a deployment.
 * @throws Error for an unknown function or name, because a guess would hide a mistake in the stack
 */
export function resolveTemplate(
  template: Template,
  parameters: Record<string, string>,
  lookup: Lookup,
): Template {
  function refer(logicalId: string, attribute?: string): string {
    const parameter = attribute === undefined ? parameters[logicalId] : undefined;
    if (parameter !== undefined) return parameter;
    const resource = template.Resources[logicalId];
    if (!resource) throw new Error(`The template refers to ${logicalId}, which it does not have.`);
    return lookup(logicalId, resource, attribute);
  }

  function callIntrinsic(name: string, argument: unknown): unknown {
    switch (name) {
      case 'Ref':
        return refer(String(argument));
      case 'Fn::GetAtt': {
        const [logicalId, ...attribute] = Array.isArray(argument) ? argument : String(argument).split('.');
        return refer(String(logicalId), attribute.join('.'));
      }
      case 'Fn::Join': {
        const [separator, parts] = argument as [string, unknown];
        return (resolve(parts) as string[]).join(separator);
      }
      case 'Fn::Split': {
        const [separator, text] = argument as [string, unknown];
        return String(resolve(text)).split(separator);
      }
      case 'Fn::Select': {
        const [index, list] = argument as [unknown, unknown];
        return (resolve(list) as unknown[])[Number(resolve(index))];
      }
      case 'Fn::Sub':
        if (Array.isArray(argument))
          throw new Error('The template uses Fn::Sub with a list, which the local cloud does not support.');
        return String(argument).replace(/\$\{([^}]+)\}/g, (_, reference: string) => {
          const [logicalId = '', ...attribute] = reference.split('.');
          return refer(logicalId, attribute.length > 0 ? attribute.join('.') : undefined);
        });
      default:
        throw new Error(`The template uses ${name}, which the local cloud does not support.`);
    }
  }

  function resolve(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(resolve);
    if (value === null || typeof value !== 'object') return value;
    const entries = Object.entries(value);
    const [first] = entries;
    if (entries.length === 1 && first && (first[0] === 'Ref' || first[0].startsWith('Fn::'))) {
      return callIntrinsic(...first);
    }
    return Object.fromEntries(entries.map(([key, inner]) => [key, resolve(inner)]));
  }

  // Parameters, conditions and rules are only for CDK's deployments.
  return resolve({ Resources: template.Resources, Outputs: template.Outputs }) as Template;
}

/**
 * Replaces references to secrets with the secrets.
 * @see https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references-secretsmanager.html
 */
export function resolveSecrets(value: string, secrets: Record<string, string>): string {
  return value.replace(/\{\{resolve:secretsmanager:(.+?):SecretString:::\}\}/g, (_, secretArn: string) => {
    const secret = secrets[secretArn];
    if (secret === undefined)
      throw new Error(`The template refers to a secret that does not exist: ${secretArn}`);
    return secret;
  });
}
