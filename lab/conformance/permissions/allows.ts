import type { Call } from './describe-call.ts';
import type { Conditions, Permission } from './read-permissions.ts';

/** Whether IAM allows a call because of a permission. */
export function allows({ action, resource, conditions }: Permission, call: Call): boolean {
  return (
    isLike(action, call.action) && isLike(resource, call.resource) && satisfies(conditions, call.context)
  );
}

function isLike(pattern: string, text: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(text);
}

/** @throws Error for an operator that our policies did not use before */
function satisfies(conditions: Conditions, context: Call['context']): boolean {
  return Object.entries(conditions).every(([operator, keys]) =>
    Object.entries(keys).every(([key, value]) => {
      const given = context[key];
      const accepted = [value].flat();
      switch (operator) {
        case 'StringEquals':
          return given?.every((one) => accepted.includes(one)) ?? false;
        case 'StringEqualsIfExists':
        case 'ForAllValues:StringEquals':
          return (given ?? []).every((one) => accepted.includes(one));
        case 'Null':
          return (given === undefined) === (value === 'true');
        default:
          throw new Error(`The comparison of permissions does not support the operator ${operator}.`);
      }
    }),
  );
}
