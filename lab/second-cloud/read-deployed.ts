import type { WebSettings } from '../../contract/records/web-settings.ts';
import { findQueues } from '../../scripts/commands/redrive/find-queues.ts';
import { readOutputs } from '../../scripts/commands/stage/connect.ts';
import { listStackResources, type StackResource, withoutHash } from '../../scripts/commands/stage/stacks.ts';

/** The names of the deployed resources, by their ids in lib/. */
export type Deployed = Awaited<ReturnType<typeof readDeployed>>;

/** The ids of the constructs that create functions. */
const prefixes = ['', 'Accounts', 'Api', 'Delivery', 'DownloadLinks', 'Events'];
const capitalize = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** Reads the stacks of `dev` with the environment of this process. */
export async function readDeployed() {
  const resources = await listStackResources('dev');
  const output = await readOutputs('dev');
  const ofType = (type: string) => resources.filter((resource) => resource.type === type);
  const only = (type: string, isIt: (resource: StackResource) => boolean, described: string): string => {
    const [found, ...more] = ofType(type).filter(isIt);
    if (!found || more.length > 0)
      throw new Error(`The stacks have ${found ? 'several' : 'no'} ${type} ${described}.`);
    return found.physicalId;
  };
  return {
    /** The physical id of a resource, by its logical id without hash. */
    nameOf: (type: string, logicalId: string) =>
      only(type, (it) => withoutHash(it.logicalId) === logicalId, logicalId),
    /** The name of a function by its folder under `lambdas/`. */
    functionNamed: (name: string) =>
      only(
        'AWS::Lambda::Function',
        (it) => prefixes.some((prefix) => withoutHash(it.logicalId) === prefix + capitalize(name)),
        name,
      ),
    /** The physical ids of the resources of a type, by their logical ids without hash. */
    named: (type: string) => new Map(ofType(type).map((it) => [withoutHash(it.logicalId), it.physicalId])),
    output,
    webSettings: JSON.parse(output('WebSettings')) as WebSettings,
    deadLetterQueues: findQueues(resources),
  };
}
