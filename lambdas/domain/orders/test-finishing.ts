import { vi } from 'vitest';

/** Fakes of the follow-up work of a license, for tests that only count the calls. */
export const testFinishing = () => ({
  requestGroupSync: vi.fn(async () => {}),
  requestLicense: vi.fn(async (_orderId: string) => {}),
  publishUserChanged: vi.fn(async () => {}),
  publishLicenseChanged: vi.fn(async () => {}),
});
