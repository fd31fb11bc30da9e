import { beforeEach, expect, it, vi } from 'vitest';
import { deliver } from '../platform/test-event.ts';

const jobs = vi.hoisted(() => ({
  draftMailingsOfBuild: vi.fn<() => Promise<void>>(),
  forgetAssets: vi.fn<() => Promise<void>>(),
  publishKeys: vi.fn<() => Promise<void>>(),
}));
vi.mock('./draft-mailings-of-build.ts', () => ({
  draftMailingsOfBuild: jobs.draftMailingsOfBuild,
}));
vi.mock('./forget-assets.ts', () => ({ forgetAssets: jobs.forgetAssets }));
vi.mock('./publish-keys.ts', () => ({ publishKeys: jobs.publishKeys }));
const { handler } = await import('./handler.ts');

const upload = (key: string) => deliver(handler, { bucket: { name: 'site' }, object: { key } });
const called = () =>
  Object.entries(jobs).flatMap(([name, { mock }]) => (mock.calls.length > 0 ? [name] : []));

beforeEach(() => {
  for (const job of Object.values(jobs)) job.mockReset().mockResolvedValue();
});

it.each([
  ['build.json', ['draftMailingsOfBuild', 'forgetAssets']],
  ['license-key-ids.json', ['publishKeys']],
])('does what follows from an upload of %s', async (key, expected) => {
  await upload(key);
  expect(called()).toEqual(expected);
});

it('fails for another file', async () => {
  await expect(upload('index.html')).rejects.toThrow('Nothing follows from an upload of index.html.');
  expect(called()).toEqual([]);
});

it('goes on after a failure, and fails in the end, so that the event is delivered again', async () => {
  jobs.forgetAssets.mockRejectedValue(new Error('away'));
  await expect(upload('build.json')).rejects.toThrow('Could not finish the deployment: ');
  expect(called()).toEqual(['draftMailingsOfBuild', 'forgetAssets']);
});
