import type { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { type StageName, stackName } from '../../../lib/stages.ts';
import { findStack } from '../stage/find-stack.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

export async function checkStack(cloudFormation: CloudFormationClient, stage: StageName): Promise<Finding> {
  const name = stackName(stage);
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
      return problem(`${name} is not there`, deploy);
    case 'UPDATE_ROLLBACK_COMPLETE':
    case 'IMPORT_ROLLBACK_COMPLETE':
      return warning(
        `${name} was rolled back after a failed deployment`,
        `Its events in CloudFormation's console say why. Fix that, then: ${deploy}`,
      );
    case 'ROLLBACK_COMPLETE':
    case 'ROLLBACK_FAILED':
    case 'CREATE_FAILED':
      return problem(
        `${name} cannot be used (${status})`,
        `Its events in CloudFormation's console say why. Fix that, delete the stack there, then: ${deploy}. A stage with keepsData keeps the tables, buckets and user pool that it created: the next deployment creates others, so delete these by hand.`,
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
        "Its events in CloudFormation's console say why. Choose there to go on with what was interrupted: deleting, or putting back what was before.",
      );
  }
}
