import type { Stack } from 'aws-cdk-lib';

/**
 * Exports these values whether or not another stack imports them. By default CDK exports only what
 * is imported. Then the last import could never be removed: CloudFormation updates this stack
 * first, and refuses to remove an export that is still in use.
 */
export function exportAlways(stack: Stack, ...values: string[]): void {
  for (const value of values) stack.exportValue(value);
}
