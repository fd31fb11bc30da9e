import type { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { formerStackParts, stackNameOf, stackParts } from '../../../lib/stack-parts.ts';
import { type StageName, siteNameOf } from '../../../lib/stages.ts';
import { findStack, isFailedCreation } from '../stage/stacks.ts';
import { type Finding, ok, problem, skipped, warning } from './finding.ts';

/**
 * Checks that no failed creation blocks the deployment. The next deployment replaces a stack whose creation
 * failed, but it may not delete the data stack of a stage that keeps data.
 */
export async function checkRemains(
  cloudFormation: CloudFormationClient,
  stage: StageName,
  keepsData: boolean,
): Promise<Finding> {
  if (!keepsData) return skipped('none: the stage does not keep data');
  const name = stackNameOf(siteNameOf(stage), 'data');
  const stack = await findStack(cloudFormation, name);
  if (!stack || !isFailedCreation(stack)) return ok('no failed creation is left');
  return problem(
    `the creation of ${name} failed, and it is protected against deletion`,
    `Its events in CloudFormation's console say why. Fix that, then: npm run clean-up -- --stage ${stage}`,
  );
}

/** Checks that no stack of an earlier version has the routes that the deployment would create. */
export async function checkFormerStacks(
  cloudFormation: CloudFormationClient,
  stage: StageName,
): Promise<Finding> {
  const names = formerStackParts.map((part) => stackNameOf(siteNameOf(stage), part));
  const stacks = await Promise.all(names.map((name) => findStack(cloudFormation, name)));
  const left = names.filter((_, index) => stacks[index]);
  if (left.length === 0) return ok('no stack of an earlier version is left');
  return problem(
    `the routes of ${left.join(' and ')} moved into ${stackNameOf(siteNameOf(stage), 'events')}, which cannot be updated while they exist`,
    'Delete these stacks right before the deployment, as docs/deploy.md says under "From seven stacks to five".',
  );
}

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
        `Its events in CloudFormation's console say why. Fix that, then: ${deploy}. It replaces the stack.`,
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
