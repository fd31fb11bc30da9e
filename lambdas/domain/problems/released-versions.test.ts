import { expect, it, vi } from 'vitest';
import { AppError } from '../../platform/app-error.ts';
import { releasedVersions } from './released-versions.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 28, 10, 0, seconds));

it('reads the public list once a minute, however many versions are asked for', async () => {
  const read = vi.fn(async () => ({ isFound: true, text: '[{"version":"1.0.0"}]' }));
  const versions = releasedVersions(read);
  expect(await versions.has('1.0.0', at(0))).toBe(true);
  expect(await versions.has('2.0.0', at(59))).toBe(false);
  expect(read).toHaveBeenCalledTimes(1);
  expect(read).toHaveBeenCalledWith('/releases.json', 'GET');
  read.mockResolvedValue({ isFound: true, text: '[{"version":"2.0.0"}]' });
  expect(await versions.has('2.0.0', at(60))).toBe(true);
});

it('knows no version before the first release', async () => {
  expect(await releasedVersions(async () => ({ isFound: false, text: '' })).has('1.0.0', at(0))).toBe(false);
});

it('does not take a site that fails for a site without releases', async () => {
  const versions = releasedVersions(() => Promise.reject(new AppError('unavailable', 'No answer.')));
  await expect(versions.has('1.0.0', at(0))).rejects.toMatchObject({ code: 'unavailable' });
});
