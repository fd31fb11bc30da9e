import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  CloudFormationClient,
  DeleteStackCommand,
  waitUntilStackDeleteComplete,
} from '@aws-sdk/client-cloudformation';
import { formerStackParts, stackNameOf } from '../../lib/stack-parts.ts';
import {
  listResourcesOf,
  type StackResource,
  withoutHash,
} from '../../scripts/commands/stage/list-stack-resources.ts';
import { replacingProperties } from '../../test/infra/replacing-properties.ts';
import { unpackCommit } from '../../test/unpack-commit.ts';
import { pinningCommit } from '../conformance/template/pinning-commit.ts';
import type { Adaptation } from './adapt-template.ts';
import { bootstrap, deploy, synthesizeStacks } from './deploy-stacks.ts';
import { startMinistack } from './start-ministack.ts';

const dataStack = 'lorewright-dev-data';

/**
 * MiniStack replaces a global table with any change of it, and loses its items. On AWS, a table that gets an index is kept.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-dynamodb-globaltable.html
 */
const replacedByMinistack = ['DataFeedback', 'DataOrders'];

/**
 * Deploys the stacks of the commit that pinned the ids to another, empty cloud, and then the current stacks over them.
 * @returns what happened, as a sentence
 * @throws Error when that replaces or removes a resource that holds data
 */
export async function checkUpdate({
  commands,
  folder,
  log,
  adaptation,
  stacks,
}: {
  commands: string;
  folder: string;
  log: string;
  adaptation: Adaptation;
  /** The folder with the current stacks. */
  stacks: string;
}): Promise<string> {
  const checkout = join(folder, 'commit');
  mkdirSync(checkout, { recursive: true });
  unpackCommit(pinningCommit, checkout);
  const ministack = await startMinistack(commands, { folder, log, env: {} });
  try {
    const old = join(folder, 'old-stacks');
    const synthesis = { ministack, commands, adaptation, checkout };
    await Promise.all([synthesizeStacks(old, synthesis), bootstrap(ministack)]);
    await deploy(ministack, old);
    Object.assign(process.env, ministack.env);
    const before = await listDataHolders();
    await deleteFormerStacks();
    await deploy(ministack, stacks);
    const replaced = findReplaced(before, await listDataHolders());
    if (!isDeepStrictEqual(replaced, replacedByMinistack))
      throw new Error(
        `The update from ${pinningCommit} replaces ${replaced.join(', ')}, and not ${replacedByMinistack.join(', ')} as lab/second-cloud/check-update.ts says.`,
      );
    return `Updated the stacks of the commit ${pinningCommit}. Of ${before.length} resources that hold data, MiniStack replaced ${replaced.join(' and ')}, which AWS keeps.`;
  } finally {
    ministack.stop();
  }
}

/** As docs/deploy.md tells an operator. */
async function deleteFormerStacks(): Promise<void> {
  const cloudFormation = new CloudFormationClient();
  for (const part of formerStackParts.toReversed()) {
    const StackName = stackNameOf('lorewright-dev', part);
    await cloudFormation.send(new DeleteStackCommand({ StackName }));
    await waitUntilStackDeleteComplete({ client: cloudFormation, maxWaitTime: 120 }, { StackName });
  }
}

async function listDataHolders(): Promise<StackResource[]> {
  const resources = await listResourcesOf(new CloudFormationClient(), dataStack);
  return (resources ?? []).filter(({ type }) => type in replacingProperties);
}

/** The resources that the update removed or replaced. */
function findReplaced(before: StackResource[], after: StackResource[]): string[] {
  const kept = new Map(after.map(({ logicalId, physicalId }) => [logicalId, physicalId]));
  return before
    .filter(({ logicalId, physicalId }) => kept.get(logicalId) !== physicalId)
    .map(({ logicalId }) => withoutHash(logicalId))
    .sort();
}
