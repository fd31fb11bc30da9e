import { readFileSync } from 'node:fs';

/**
 * The feature flags of `cdk.json`. The CDK's command passes them to the app. Code that creates the
 * app without that command must do the same, or it gets a different stack.
 */
export function readCdkContext(): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL('../cdk.json', import.meta.url), 'utf8')).context;
}
