import { Stack } from 'aws-cdk-lib';
import { Data } from '../lib/data.ts';
import type { Template } from '../scripts/build/keep-template.ts';
import { synthesize } from '../scripts/build/synthesize.ts';

/** Loads the CDK. */
export function synthesizeTables(): Template {
  const { tables } = synthesize((app) => {
    new Data(new Stack(app, 'tables'), 'Data', { keepsData: false });
  });
  return tables as Template;
}
