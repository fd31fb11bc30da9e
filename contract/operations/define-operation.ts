import type * as z from 'zod';
import type { Route } from './route.ts';
import { type OperationName, routes } from './routes.ts';

/**
 * An operation answered in the callable envelope: `{"data": request}` in, `{"result": response}`
 * out.
 */
export interface Operation<
  Caller extends Route['caller'] = Route['caller'],
  Request extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> extends Route {
  name: OperationName;
  caller: Caller;
  request: Request;
  response: Response;
}

/** Describes the operation of a route. */
export function defineOperation<
  Name extends OperationName,
  Request extends z.ZodType,
  Response extends z.ZodType,
>(
  name: Name,
  schemas: { request: Request; response: Response },
): Operation<(typeof routes)[Name]['caller'], Request, Response> {
  return { name, ...routes[name], ...schemas };
}
