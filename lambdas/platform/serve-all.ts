import { methodsOf, type Route } from '../../contract/operations/route.ts';
import { routes } from '../../contract/operations/routes.ts';
import { type ServiceName, services } from '../../contract/operations/services.ts';
import { answer, type HttpHandler } from './serve.ts';

type OperationsOf<Service extends ServiceName> = (typeof services)[Service][number];

/**
 * The Lambda handler of a service: each request goes to the operation of its route. The service composes the
 * dependencies of all its operations once, when the function starts.
 */
export function serveAll<Service extends ServiceName, Dependencies>(
  service: Service,
  operations: Record<OperationsOf<Service>, (dependencies: Dependencies) => HttpHandler>,
  compose: () => Dependencies,
): HttpHandler {
  const dependencies = compose();
  const names: readonly OperationsOf<Service>[] = services[service];
  const handlers = new Map<string, HttpHandler>(
    names.flatMap((name) => {
      const route: Route = routes[name];
      const handler = operations[name](dependencies);
      return methodsOf(route).map((method) => [`${method} ${route.path}`, handler] as const);
    }),
  );
  return (event, context) => {
    const handler = handlers.get(event.routeKey);
    // The gateway has no other routes to this function.
    if (!handler) throw new Error(`There is no operation at ${event.routeKey}.`);
    return handler(event, context);
  };
}

/**
 * Operations for `serveAll` that are loaded together, with the first request to one of them. A failure is the answer to that request, and
 * the next request loads them again.
 */
export function loadOnRequest<Name extends string, Dependencies>(
  names: Name[],
  load: (dependencies: Dependencies) => Promise<Record<Name, HttpHandler>>,
): Record<Name, (dependencies: Dependencies) => HttpHandler> {
  let loading: Promise<Record<Name, HttpHandler>> | undefined;
  const operation =
    (name: Name) =>
    (dependencies: Dependencies): HttpHandler =>
    async (event, context) => {
      loading ??= load(dependencies);
      const handler = await loading.then(
        ({ [name]: loaded }) => loaded,
        (error: unknown) => {
          loading = undefined;
          return answer(() => Promise.reject(error));
        },
      );
      return handler(event, context);
    };
  return mapNames(names, operation);
}

/** An object with a value for each name. */
export const mapNames = <Name extends string, Value>(names: Name[], map: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, map(name)])) as Record<Name, Value>;
