// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { downloadText } from '../../lib/download-text.ts';
import { ExportAudit } from './audit-view.tsx';
import { callDesk } from './call-desk.ts';

vi.mock('./call-desk.ts');
vi.mock('../../lib/download-text.ts');

const filter = { by: 'action', value: 'refund', from: '2026-11-01' } as const;
const entry = (auditId: string) => ({ auditId });

beforeEach(() => {
  vi.resetAllMocks();
});
afterEach(cleanup);

async function press() {
  render(<ExportAudit filter={filter} />);
  fireEvent.click(screen.getByRole('button', { name: 'Export all entries' }));
  await act(async () => {});
}

it('downloads the entries of all pages in one file', async () => {
  vi.mocked(callDesk)
    .mockResolvedValueOnce({ entries: [entry('1')], next: 'more' } as never)
    .mockResolvedValueOnce({ entries: [entry('2')] } as never);
  await press();
  expect(vi.mocked(callDesk).mock.calls).toEqual([
    ['deskAudit', filter],
    ['deskAudit', { ...filter, cursor: 'more' }],
  ]);
  const [name, type, text] = vi.mocked(downloadText).mock.calls[0] ?? [];
  expect([name, type]).toEqual(['audit-action-refund.json', 'application/json']);
  expect(JSON.parse(text ?? '')).toEqual([entry('1'), entry('2')]);
});

it('downloads nothing when a page cannot be read, and shows why', async () => {
  vi.mocked(callDesk)
    .mockResolvedValueOnce({ entries: [entry('1')], next: 'more' } as never)
    .mockRejectedValueOnce(new ApiError('unavailable', 'The server could not be reached.'));
  await press();
  expect(downloadText).not.toHaveBeenCalled();
  expect(screen.getByRole('alert').textContent).toBe('The server could not be reached.');
});
