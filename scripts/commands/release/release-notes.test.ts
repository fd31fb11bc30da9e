import { expect, test } from 'vitest';
import { readReleaseNotes } from './release-notes.ts';

test('puts a live version on the stable channel and one in testing on the beta channel', async () => {
  const live = await readReleaseNotes('0.3.0');
  expect(live).toMatchObject({ channel: 'stable', day: '2025-07-18' });
  expect(live.notes).toMatch(/^\S[\s\S]*### /);
  expect(live.notes).not.toContain('## [');
  expect((await readReleaseNotes('0.3.1')).channel).toBe('beta');
});

test('rejects a version in development', async () => {
  await expect(readReleaseNotes('0.4.0')).rejects.toThrow('in development');
});

test('rejects a version that is not in the changelog', async () => {
  await expect(readReleaseNotes('9.9.9')).rejects.toThrow('has no heading "## [9.9.9] - date"');
});
