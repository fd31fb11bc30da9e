import { expect, test } from 'vitest';
import { readReleaseNotes } from './release-notes.ts';

test('what people can download is stable, what is being tested is beta', async () => {
  const live = await readReleaseNotes('0.3.0');
  expect(live).toMatchObject({ channel: 'stable', day: '2025-07-18' });
  expect(live.notes).toMatch(/^\S[\s\S]*### /);
  expect(live.notes).not.toContain('## [');
  expect((await readReleaseNotes('0.3.1')).channel).toBe('beta');
});

test('a version in development cannot be released', async () => {
  await expect(readReleaseNotes('0.4.0')).rejects.toThrow('in development');
});

test('what the changelog does not know cannot be released', async () => {
  await expect(readReleaseNotes('9.9.9')).rejects.toThrow('has no heading "## [9.9.9] - date"');
});
