import { type DeskGroup, deskGroups } from '../../contract/operations/desk-routes.ts';
import type { HttpHandler } from '../platform/serve.ts';
import { serveAll } from '../platform/serve-all.ts';
import { compose, type Desk } from './compose.ts';

type Names<Group extends DeskGroup> = keyof (typeof deskGroups)[Group] & string;

/** The file of a group exports its operations, and `compose`, which adds their dependencies to those of the desk. */
type GroupFile<Group extends DeskGroup> = { compose: (desk: Desk) => unknown } & Record<
  Names<Group>,
  (dependencies: never) => HttpHandler
>;

/** The operations of a group. The first request loads and composes the group, because a cold start answers only one request. */
function inGroup<Group extends DeskGroup>(group: Group, load: () => Promise<GroupFile<Group>>) {
  const names = Object.keys(deskGroups[group]) as Names<Group>[];
  const mapped = <Value>(map: (name: Names<Group>) => Value) =>
    Object.fromEntries(names.map((name) => [name, map(name)])) as Record<Names<Group>, Value>;
  let handlers: Promise<Record<Names<Group>, HttpHandler>> | undefined;
  const open = async (desk: Desk) => {
    const file = await load();
    const dependencies = file.compose(desk) as never;
    return mapped((name) => file[name](dependencies));
  };
  return mapped(
    (name) =>
      (desk: Desk): HttpHandler =>
      async (event, context) => {
        handlers ??= open(desk);
        const { [name]: serve } = await handlers;
        return serve(event, context);
      },
  );
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
