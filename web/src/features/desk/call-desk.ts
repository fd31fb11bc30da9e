import { type DeskOperationName, deskRoutes } from '../../../../contract/operations/desk-routes.ts';
import type { RequestOf, ResponseOf } from '../../../../contract/operations/operations.ts';
import { callRoute } from '../../lib/call-api.ts';
import { noteFailure } from './sign-in-age.ts';

/** Calls an operation of the desk. @throws ApiError */
export async function callDesk<Name extends DeskOperationName>(
  name: Name,
  data: RequestOf<Name>,
): Promise<ResponseOf<Name>> {
  try {
    return await callRoute<ResponseOf<Name>>(deskRoutes[name], data);
  } catch (error) {
    noteFailure(error);
    throw error;
  }
}
