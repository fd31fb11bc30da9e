import { type DeskOperationName, deskRoutes } from '../../../../contract/operations/desk-routes.ts';
import type { RequestOf, ResponseOf } from '../../../../contract/operations/operations.ts';
import { callRoute } from '../../lib/call-api.ts';

/** Calls an operation of the desk. @throws ApiError */
export function callDesk<Name extends DeskOperationName>(
  name: Name,
  data: RequestOf<Name>,
): Promise<ResponseOf<Name>> {
  return callRoute(deskRoutes[name], data);
}
