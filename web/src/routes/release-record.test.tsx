// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import type { RecordEntry } from '../../../contract/records/release-record.ts';
import { logQuietly } from '../lib/log-quietly.ts';
import ReleaseRecordPage from './release-record.tsx';

vi.mock('../lib/log-quietly.ts');

const published: RecordEntry = {
  previous: null,
  at: '2026-11-02T10:00:00.000Z',
  kind: 'published',
  version: '1.2.0',
  channel: 'stable',
  files: [{ fileName: 'App-1.2.0.exe', sha256: 'ab'.repeat(32) }],
};
const withdrawn: RecordEntry = {
  previous: 'cd'.repeat(32),
  at: '2026-11-03T10:00:00.000Z',
  kind: 'withdrawn',
  version: '1.2.0',
  channel: 'stable',
};

async function show(answer: Response) {
  vi.stubGlobal('fetch', async () => answer);
  render(
    <MemoryRouter initialEntries={['/release-record']}>
      <ReleaseRecordPage />
    </MemoryRouter>,
  );
  expect(screen.getByRole('status').textContent).toContain('Loading the record…');
  await act(async () => {});
}
const entries = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('lists the newest entry first, with the checksums of the files', async () => {
  await show(Response.json([published, withdrawn]));
  expect(entries()).toEqual([
    'November 3, 2026 at 10:00 AM UTC1.2.0 was withdrawn.',
    expect.stringMatching(
      /^November 2, 2026 at 10:00 AM UTC1\.2\.0 was published on the stable channel\..*App-1\.2\.0\.exe abab/,
    ),
  ]);
  expect(screen.queryByRole('status')).toBeNull();
});

it('shows an entry of a kind that is newer than the page', async () => {
  await show(Response.json([{ ...withdrawn, kind: 'renamed' }]));
  expect(entries()).toEqual(['November 3, 2026 at 10:00 AM UTC1.2.0: renamed.']);
});

it.each([
  [
    'there is none',
    new Response('no', { status: 404 }),
    'The record begins with the next change of a release.',
  ],
  ['it cannot be loaded', new Response('no', { status: 503 }), /could not be loaded/],
])('says so when %s', async (_, answer, text) => {
  await show(answer);
  expect(screen.getByText(text)).toBeTruthy();
  expect(vi.mocked(logQuietly).mock.calls.length).toBe(answer.status === 503 ? 1 : 0);
});
