import type { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { stackNameOf, stackParts } from '../../../lib/stack-parts.ts';
import { type StageName, siteNameOf } from '../../../lib/stages.ts';
import { findStack } from '../stage/find-stack.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/**
 * Returns the first problem of the stacks of a stage, in the order of their deployment, else the
 * first warning.
 */
export async function checkStacks(cloudFormation: CloudFormationClient, stage: StageName): Promise<Finding> {
  const siteName = siteNameOf(stage);
  const findings = await Promise.all(
    stackParts.map((part) => checkStack(cloudFormation, stackNameOf(siteName, part), stage)),
  );
  return (
    findings.find(({ outcome }) => outcome === 'problem') ??
    findings.find(({ outcome }) => outcome === 'warning') ??
    ok(`${findings.length} stacks of ${siteName} are deployed`)
  );
}

async function checkStack(
  cloudFormation: CloudFormationClient,
  name: string,
  stage: StageName,
): Promise<Finding> {
  const deploy = `npm run deploy -- --stage ${stage}`;
  const status = (await findStack(cloudFormation, name))?.StackStatus;
  switch (status) {
    case 'CREATE_COMPLETE':
    case 'UPDATE_COMPLETE':
    case 'IMPORT_COMPLETE':
      return ok(`${name} is deployed`);
    case undefined:
    case 'DELETE_COMPLETE':
    case 'REVIEW_IN_PROGRESS':
      return problem(`${name} does not exist`, deploy);
    case 'UPDATE_ROLLBACK_COMPLETE':
    case 'IMPORT_ROLLBACK_COMPLETE':
      return warning(
        `${name} was rolled back because the last deployment failed`,
        `Its events in CloudFormation's console say why. Fix that, then: ${deploy}`,
      );
    case 'ROLLBACK_COMPLETE':
    case 'ROLLBACK_FAILED':
    case 'CREATE_FAILED':
      return problem(
        `${name} cannot be used (${status})`,
        `Its events in CloudFormation's console say why. Fix that, delete the stack there, then: ${deploy}. With keepsData, the data stack keeps the tables, buckets and user pool that it created. The next deployment creates new ones, so delete the old ones by hand.`,
      );
    default:
      if (status.endsWith('_IN_PROGRESS')) {
        return problem(
          `${name} is being changed (${status})`,
          'Wait until that is done, and run the doctor again.',
        );
      }
      return problem(
        `${name} cannot be used (${status})`,
        "Its events in CloudFormation's console say why. Continue the interrupted deletion or rollback there.",
      );
  }
}
