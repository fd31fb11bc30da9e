import { expect, test, vi } from 'vitest';
import { newAddress, registerPerson } from '../person.ts';
import { registerAdmin } from '../registered-admin.ts';
import { siteUrl } from './site.ts';

test('counts a registration for the overview of the desk', async () => {
  const admin = await registerAdmin(siteUrl);
  const today = async () => {
    const { counts } = await admin.call('deskOverview', {});
    return [counts.RegistrationsStarted.at(-1) ?? 0, counts.Registrations.at(-1) ?? 0];
  };
  const [started = 0, confirmed = 0] = await today();
  expect(started).toBeGreaterThanOrEqual(confirmed);
  // A prepared person is already registered.
  await registerPerson(siteUrl, newAddress());
  await vi.waitFor(
    async () => {
      const [startedNow = 0, confirmedNow = 0] = await today();
      expect(startedNow).toBeGreaterThan(started);
      expect(confirmedNow).toBeGreaterThan(confirmed);
    },
    { timeout: 20_000 },
  );
});
