import { Stack } from 'aws-cdk-lib';
import { Data } from '../lib/data.ts';
import type { Template } from '../scripts/build/keep-template.ts';
import { synthesize } from '../scripts/build/synthesize.ts';

/** Loads the CDK. */
export function synthesizeTables(): Template {
  return synthesize((app) => {
    const stack = new Stack(app, 'tables');
    new Data(stack, 'Data', { keepsData: false });
    return stack;
  });
}
