import { describe, expect, test } from 'vitest';
import type { Route } from '../../contract/operations/route.ts';
import { type OperationName, routes } from '../../contract/operations/routes.ts';
import { stages } from '../../lib/stages.ts';
import { resourcesOf, synthesize } from './synthesize.ts';

const site = await synthesize(stages.dev);
const [[, stage] = ['', { Properties: {}, DependsOn: [] }]] = resourcesOf(site, 'AWS::ApiGatewayV2::Stage');
const keyOf = (name: OperationName) => {
  const { method, path }: Route = routes[name];
  return `${method} ${path}`;
};
const throttleOf = (name: OperationName) => stage.Properties.RouteSettings?.[keyOf(name)];

describe('a flood of one route', () => {
  test('does not affect another, because each route has its own limit', () => {
    const names = Object.keys(routes) as OperationName[];
    expect(Object.keys(stage.Properties.RouteSettings ?? {}).sort()).toEqual(names.map(keyOf).sort());
    for (const name of names)
      expect(throttleOf(name), name).toEqual({
        ThrottlingRateLimit: expect.any(Number),
        ThrottlingBurstLimit: expect.any(Number),
      });
  });

  test('leaves room for buyers and for Stripe', () => {
    expect(throttleOf('me').ThrottlingRateLimit).toBeLessThanOrEqual(200);
    for (const name of ['checkout', 'confirmCheckout'] as const)
      expect(throttleOf(name)).toEqual({ ThrottlingRateLimit: 50, ThrottlingBurstLimit: 100 });
    expect(throttleOf('stripeWebhook')).toEqual({ ThrottlingRateLimit: 100, ThrottlingBurstLimit: 300 });
  });
});

test('the stage depends on its routes, because API Gateway rejects settings of missing routes', () => {
  const ids = resourcesOf(site, 'AWS::ApiGatewayV2::Route').map(([id]) => id);
  expect(ids).toHaveLength(Object.keys(routes).length);
  expect(stage.DependsOn).toEqual(expect.arrayContaining(ids));
});
