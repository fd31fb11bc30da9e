import { CfnOutput, type Stack } from 'aws-cdk-lib';

/** Adds outputs that the local cloud and the team's commands read, by name and over all stacks. */
export function addOutputs(stack: Stack, outputs: Record<string, string>): void {
  for (const [name, value] of Object.entries(outputs)) new CfnOutput(stack, name, { value });
}
