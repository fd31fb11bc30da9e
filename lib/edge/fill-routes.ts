import { readOnly } from '../../contract/read-only.ts';
import { type Route, routes } from '../../contract/routes.ts';

/** Tells `api-request.js` which paths are for signed-in users, and which have to wait. */
export function fillRoutes(code: string, isReadOnly: boolean): string {
  const all: Route[] = Object.values(routes);
  const pathsOf = (routes: Route[]) =>
    // Of a path with parts that vary, what stands before them.
    routes.map(({ path }) => path.replace(/\{.*/, ''));
  const constants = {
    pathsForUsers: pathsOf(all.filter(({ caller }) => caller === 'user')),
    pathsThatWait: isReadOnly ? pathsOf(all.filter(({ changes }) => changes)) : [],
    readOnly,
  };
  return Object.entries(constants).reduce((filled, [name, value]) => {
    const constant = new RegExp(`(?<=^const ${name} = )[^;]+(?=;)`, 'm');
    if (!constant.test(filled)) throw new Error(`lib/edge/api-request.js has no ${name} to fill.`);
    return filled.replace(constant, () => JSON.stringify(value));
  }, code);
}
