import type * as z from '../zod.ts';
import type { Route } from './route.ts';
import { type OperationName, routes } from './routes.ts';

/**
 * An operation answered in the callable envelope: `{"data": request}` in, `{"result": response}`
 * out.
 */
export interface Operation<
  Caller extends Route['caller'] = Route['caller'],
  Request extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
> extends Route {
  name: OperationName;
  caller: Caller;
  request: Request;
  response: Response;
}

/** Describes the operation of a route. */
export function defineOperation<
  Name extends OperationName,
  Request extends z.ZodMiniType,
  Response extends z.ZodMiniType,
>(
  name: Name,
  schemas: { request: Request; response: Response },
): Operation<(typeof routes)[Name]['caller'], Request, Response> {
  return { name, ...routes[name], ...schemas };
}
