// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { downloadText } from '../../lib/download-text.ts';
import { press } from '../../lib/test-page.tsx';
import { AuditView, ExportAudit } from './audit-view.tsx';
import { callDesk } from './call-desk.ts';

vi.mock('./call-desk.ts');
vi.mock('../../lib/download-text.ts');

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(callDesk).mockImplementation((async (name: string) =>
    name === 'deskFind'
      ? {
          people: [
            { matched: 'email', userId: 'user-1', email: 'ana@example.test' },
            { matched: 'email', userId: 'user-2', email: 'ana@example.test.example' },
          ],
        }
      : { entries: [] }) as never);
});
afterEach(cleanup);

function Address() {
  const navigate = useNavigate();
  return (
    <>
      <output>{useLocation().search}</output>
      <button type="button" onClick={() => void navigate(-1)}>
        Back
      </button>
    </>
  );
}
const requested = () => vi.mocked(callDesk).mock.calls.filter(([name]) => name === 'deskAudit');

async function open(address: string) {
  render(
    <MemoryRouter initialEntries={[address]}>
      <AuditView />
      <Address />
    </MemoryRouter>,
  );
  await act(async () => {});
}
async function show(value: string) {
  fireEvent.change(screen.getByLabelText('Person (email or user id)'), { target: { value } });
  await press('Show');
}

describe('AuditView', () => {
  it('shows the entries of the filter in the URL', async () => {
    await open('/desk?view=audit&by=person&value=user-3&from=2026-01-01');
    expect(screen.getByLabelText('Person (email or user id)')).toHaveProperty('value', 'user-3');
    expect(requested()).toEqual([['deskAudit', { by: 'person', value: 'user-3', from: '2026-01-01' }]]);
  });

  it('finds the user id of an email address, and keeps only the id in the address', async () => {
    await open('/desk?view=audit&by=person&value=user-3');
    await show('Ana@example.test');
    expect(requested().at(-1)).toEqual(['deskAudit', { by: 'person', value: 'user-1' }]);
    expect(screen.getByRole('status', { hidden: true }).textContent).toBe(
      '?view=audit&by=person&value=user-1',
    );
  });

  it('shows the previous filter after a step back', async () => {
    await open('/desk?view=audit&by=person&value=user-3');
    await show('user-4');
    await press('Back');
    expect(screen.getByLabelText('Person (email or user id)')).toHaveProperty('value', 'user-3');
  });

  it('reports that no account has the address', async () => {
    await open('/desk?view=audit&by=person&value=user-3');
    await show('ana@example');
    expect(screen.getByRole('alert').textContent).toContain('No account has this address.');
  });

  it.each(['', '&by=weather&value=rain'])(
    'shows the entries of today without a filter (%s)',
    async (filter) => {
      await open(`/desk?view=audit${filter}`);
      const today = new Date().toISOString().slice(0, 10);
      expect(requested()).toEqual([['deskAudit', { by: 'day', value: today }]]);
      expect(screen.getByLabelText('Day (UTC)')).toHaveProperty('value', today);
    },
  );
});

describe('ExportAudit', () => {
  const filter = { by: 'action', value: 'refund', from: '2026-11-01' } as const;
  const entry = (auditId: string) => ({ auditId });

  async function exportAll() {
    render(<ExportAudit filter={filter} />);
    await press('Export all entries');
  }

  it('downloads the entries of all pages in one file', async () => {
    vi.mocked(callDesk)
      .mockResolvedValueOnce({ entries: [entry('1')], next: 'more' } as never)
      .mockResolvedValueOnce({ entries: [entry('2')] } as never);
    await exportAll();
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
    await exportAll();
    expect(downloadText).not.toHaveBeenCalled();
    expect(screen.getByRole('alert').textContent).toBe('The server could not be reached.');
  });
});
