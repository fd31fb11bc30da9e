import { readFileSync } from 'node:fs';

/**
 * The feature flags of `cdk.json`. The CDK's own command hands them to the app; whoever makes the app without it has to do the
 * same, or gets another stack.
 */
export function readCdkContext(): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL('../cdk.json', import.meta.url), 'utf8')).context;
}
