import { licenseRequired } from '../../contract/operations/license-required.ts';
import { readOnly } from '../../contract/operations/read-only.ts';
import { methodsOf, needsToken, type Route } from '../../contract/operations/route.ts';
import { routes } from '../../contract/operations/routes.ts';
import { fillConstants } from './fill-constants.ts';

/** Fills the operations and the texts of the contract into `api-request.js`. */
export function fillRoutes(code: string, isReadOnly: boolean): string {
  const all: Route[] = Object.values(routes);
  // One text for each, because CloudFront limits a function to 10 KB.
  const operations = all.flatMap((route) => {
    const { path, caller, changes } = route;
    return methodsOf(route).map((method) =>
      [
        method,
        // The part of a path before its parameters.
        path.replace(/\{.*/, ''),
        ...(needsToken(caller) || caller === 'updater' ? ['token'] : []),
        ...(caller === 'updater' ? ['license'] : []),
        ...(isReadOnly && changes ? ['refused'] : []),
      ].join(' '),
    );
  });
  return fillConstants(code, { operations, readOnly, licenseRequired });
}
