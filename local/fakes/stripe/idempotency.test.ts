import { expect, it, vi } from 'vitest';
import { IdempotencyKeys } from './idempotency.ts';

const request = { key: 'k', path: '/v1/refunds', params: 'a=1' };
const answer = { requestId: 'req_1', status: 200, body: '{}' };
const save = async () => {};

it('refuses a second request while the first one is being saved', async () => {
  const keys = new IdempotencyKeys(new Map());
  const saved = Promise.withResolvers<void>();
  const act = vi.fn(() => answer);
  const first = keys.run(request, 0, act, () => saved.promise);
  await expect(keys.run(request, 0, act, save)).rejects.toMatchObject({
    status: 409,
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
  });
  saved.resolve();
  expect(await first).toEqual({ ...answer, isReplay: false });
  expect(await keys.run(request, 0, act, save)).toMatchObject({ ...answer, isReplay: true });
  expect(act).toHaveBeenCalledOnce();
});

it('runs the request again after a day', async () => {
  const keys = new IdempotencyKeys(new Map());
  const act = vi.fn(() => answer);
  await keys.run(request, 0, act, save);
  await keys.run(request, 24 * 3600 - 1, act, save);
  expect(act).toHaveBeenCalledTimes(1);
  await keys.run(request, 24 * 3600, act, save);
  expect(act).toHaveBeenCalledTimes(2);
});

it('refuses the same key for another endpoint', async () => {
  const keys = new IdempotencyKeys(new Map());
  await keys.run(request, 0, () => answer, save);
  const elsewhere = { ...request, path: '/v1/checkout/sessions' };
  await expect(keys.run(elsewhere, 0, () => answer, save)).rejects.toMatchObject({
    type: 'idempotency_error',
  });
});
