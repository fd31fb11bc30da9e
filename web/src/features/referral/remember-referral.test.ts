// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { logQuietly } from '../../lib/log-quietly.ts';
import { storedReferralCode } from '../../lib/referral-code.ts';
import { rememberReferral } from './remember-referral.ts';

vi.mock('../../lib/call-api.ts');
vi.mock('../../lib/log-quietly.ts');

beforeEach(() => {
  vi.resetAllMocks();
});

afterEach(() => {
  localStorage.clear();
});

it('keeps the code and counts the impression', async () => {
  await rememberReferral('ana-2025');

  expect(storedReferralCode()).toBe('ana-2025');
  expect(callApi).toHaveBeenCalledExactlyOnceWith('referralImpression', { referralCode: 'ana-2025' });
});

it('keeps the code when counting fails', async () => {
  vi.mocked(callApi).mockRejectedValue(new ApiError('unavailable', 'no'));
  await rememberReferral('ana-2025');

  expect(storedReferralCode()).toBe('ana-2025');
  expect(logQuietly).toHaveBeenCalledOnce();
});

it('leaves alone what cannot be a code', async () => {
  await rememberReferral('<script>');

  expect(storedReferralCode()).toBeUndefined();
  expect(callApi).not.toHaveBeenCalled();
});
