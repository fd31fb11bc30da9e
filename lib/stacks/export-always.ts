import type { Stack } from 'aws-cdk-lib';

/**
 * Exports these values even if no other stack imports them. By default CDK exports only imported
 * values. Then the last import could never be removed: CloudFormation updates this stack first and
 * refuses to remove an export that is still in use.
 */
export function exportAlways(stack: Stack, ...values: string[]): void {
  for (const value of values) stack.exportValue(value);
}
