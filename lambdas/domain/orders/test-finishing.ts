import { vi } from 'vitest';

/** The follow-ups of a license that a person gets or loses, for tests that only count the calls. */
export const testFinishing = () => ({
  requestGroupSync: vi.fn(async () => {}),
  requestLicense: vi.fn(async () => {}),
  publishUserChanged: vi.fn(async () => {}),
  publishLicenseChanged: vi.fn(async () => {}),
});
