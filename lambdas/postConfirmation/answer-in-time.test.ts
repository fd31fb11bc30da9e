import type { Context, PostConfirmationTriggerEvent } from 'aws-lambda';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { testSilentService } from '../platform/test-silent-service.ts';

const { recordMetric } = vi.hoisted(() => ({ recordMetric: vi.fn() }));
vi.mock('../platform/record-metric.ts', () => ({ recordMetric }));
const waitFor = testSilentService();

let handler: typeof import('./handler.ts').handler;

beforeAll(async () => {
  // The clients read the endpoint when they are created.
  ({ handler } = await import('./handler.ts'));
});

beforeEach(() => {
  recordMetric.mockClear();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), ms);
    return controller.signal;
  });
});

/** Cognito waits five seconds, of which a cold start takes about one. */
const availableMs = 3_500;

test.each([
  ['PostConfirmation_ConfirmSignUp', 'RegistrationsUnpublished'],
  ['PostConfirmation_ConfirmForgotPassword', 'PasswordResetsUnpublished'],
])('answers Cognito in time after %s when no service answers', async (triggerSource, metric) => {
  const event = {
    triggerSource,
    userPoolId: 'us-east-1_Pool',
    request: { userAttributes: { sub: 'user-1', email: 'ana@example.test' } },
  } as unknown as PostConfirmationTriggerEvent;
  const call = () => handler(event, { awsRequestId: 'request-1' } as Context);
  const { result, passedMs } = await waitFor(availableMs, call);
  expect(result).toBe(event);
  expect(passedMs).toBeLessThan(availableMs);
  expect(recordMetric).toHaveBeenCalledWith(metric);
});
