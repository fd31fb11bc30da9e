import { type DeskGroup, deskGroups } from '../../contract/operations/desk-routes.ts';
import type { HttpHandler } from '../platform/serve.ts';
import { loadOnRequest, mapNames, serveAll } from '../platform/serve-all.ts';
import { compose, type Desk } from './compose.ts';

type Names<Group extends DeskGroup> = keyof (typeof deskGroups)[Group] & string;

/** The file of a group exports its operations, and `compose`, which adds their dependencies to those of the desk. */
type GroupFile<Group extends DeskGroup, Dependencies> = { compose: (desk: Desk) => Dependencies } & Record<
  Names<Group>,
  (dependencies: Dependencies) => HttpHandler
>;

/** The first request needs one group, and loading all of them takes twice as long. */
function inGroup<Group extends DeskGroup, Dependencies>(
  group: Group,
  load: () => Promise<GroupFile<Group, Dependencies>>,
) {
  const names = Object.keys(deskGroups[group]) as Names<Group>[];
  return loadOnRequest(names, async (desk: Desk) => {
    const file = await load();
    const dependencies = file.compose(desk);
    return mapNames(names, (name) => file[name](dependencies));
  });
}

export const handler = serveAll(
  'desk',
  {
    ...inGroup('team', () => import('./team.ts')),
    ...inGroup('people', () => import('./people.ts')),
    ...inGroup('orders', () => import('./orders.ts')),
    ...inGroup('codes', () => import('./codes.ts')),
    ...inGroup('feedback', () => import('./feedback.ts')),
    ...inGroup('articles', () => import('./articles.ts')),
    ...inGroup('mailings', () => import('./mailings.ts')),
    ...inGroup('releases', () => import('./releases.ts')),
    ...inGroup('problems', () => import('./problems.ts')),
    ...inGroup('status', () => import('./status.ts')),
  },
  compose,
);
