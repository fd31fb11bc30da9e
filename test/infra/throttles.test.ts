import { describe, expect, test } from 'vitest';
import { methodsOf, type Route } from '../../contract/operations/route.ts';
import { routes } from '../../contract/operations/routes.ts';
import { type SiteOperationName, siteRoutes } from '../../contract/operations/site-routes.ts';
import { stages } from '../../lib/stages.ts';
import { resourcesOf, synthesizeParts } from './synthesize.ts';

const { events: api } = await synthesizeParts(stages.dev);
const [[, stage] = ['', { Properties: {}, DependsOn: [] }]] = resourcesOf(api, 'AWS::ApiGatewayV2::Stage');
const keyOf = (name: SiteOperationName) => {
  const { method, path }: Route = siteRoutes[name];
  return `${method} ${path}`;
};
const throttleOf = (name: SiteOperationName) => stage.Properties.RouteSettings?.[keyOf(name)];

describe('a flood of one route', () => {
  test('does not affect another, because each route has its own limit', () => {
    const names = Object.keys(siteRoutes) as SiteOperationName[];
    expect(Object.keys(stage.Properties.RouteSettings ?? {}).sort()).toEqual(names.map(keyOf).sort());
    for (const name of names)
      expect(throttleOf(name), name).toEqual({
        ThrottlingRateLimit: expect.any(Number),
        ThrottlingBurstLimit: expect.any(Number),
      });
  });

  test('is limited by the default of the stage at the desk', () => {
    expect(stage.Properties.DefaultRouteSettings).toEqual({
      ThrottlingRateLimit: 200,
      ThrottlingBurstLimit: 400,
    });
  });

  test('leaves room for buyers and for Stripe', () => {
    expect(throttleOf('me').ThrottlingRateLimit).toBeLessThanOrEqual(200);
    for (const name of ['checkout', 'confirmCheckout'] as const)
      expect(throttleOf(name)).toEqual({ ThrottlingRateLimit: 50, ThrottlingBurstLimit: 100 });
    expect(throttleOf('stripeWebhook')).toEqual({ ThrottlingRateLimit: 100, ThrottlingBurstLimit: 300 });
  });
});

test('makes the stage depend on its routes, because API Gateway rejects settings of missing routes', () => {
  const ids = resourcesOf(api, 'AWS::ApiGatewayV2::Route').map(([id]) => id);
  expect(ids).toHaveLength(Object.values<Route>(routes).flatMap(methodsOf).length);
  expect(stage.DependsOn).toEqual(expect.arrayContaining(ids));
});
