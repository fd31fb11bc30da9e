import { deskRoutes } from './desk-routes.ts';
import { siteRoutes } from './site-routes.ts';

/**
 * Every operation of the API: its route and who may call it. The gateway's routes, the Lambda
 * functions, the handlers' types and the browser's client derive from these tables. `operations.ts`
 * has the requests and responses.
 */
export const routes = { ...siteRoutes, ...deskRoutes };

export type OperationName = keyof typeof routes;
