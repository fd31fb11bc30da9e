import { licenseRequired } from '../../contract/operations/license-required.ts';
import { readOnly } from '../../contract/operations/read-only.ts';
import { needsToken, type Route } from '../../contract/operations/route.ts';
import { routes } from '../../contract/operations/routes.ts';

/** Fills the operations and the texts of the contract into `api-request.js`. */
export function fillRoutes(code: string, isReadOnly: boolean): string {
  const all: Route[] = Object.values(routes);
  const operations = all.map(({ method, path, caller, changes }) => ({
    method,
    // The part of a path before its parameters.
    path: path.replace(/\{.*/, ''),
    // JSON omits undefined values, and CloudFront limits a function to 10 KB.
    needsAuthorization: needsToken(caller) || caller === 'updater' || undefined,
    takesLicense: caller === 'updater' || undefined,
    isRefusedForNow: (isReadOnly && changes) || undefined,
  }));
  return Object.entries({ operations, readOnly, licenseRequired }).reduce((filled, [name, value]) => {
    const constant = new RegExp(`(?<=^const ${name} = )[^;]+(?=;)`, 'm');
    if (!constant.test(filled)) throw new Error(`lib/edge/api-request.js has no ${name} to fill.`);
    return filled.replace(constant, () => JSON.stringify(value));
  }, code);
}
