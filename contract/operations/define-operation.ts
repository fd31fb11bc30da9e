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
  Response = unknown,
> extends Route {
  name: OperationName;
  caller: Caller;
  request: Request;
  /** Exists only as a type and is never set: see `defineOperation`. */
  response?: Response;
}

/**
 * Describes the operation of a route. The schema of the request is created when it is first read, because each takes time at a cold
 * start. The response is only a type (`{} as User`), because functions validate requests, not their own responses.
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineOperation<Name extends OperationName, Request extends z.ZodMiniType, Response>(
  name: Name,
  { request: createSchema }: { request: () => Request; response: Response },
): Operation<(typeof routes)[Name]['caller'], Request, Response> {
  let schema: Request | undefined;
  return {
    name,
    ...routes[name],
    get request() {
      schema ??= createSchema();
      return schema;
    },
  };
}
