// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { press } from '../../lib/test-page.tsx';
import { callDesk } from './call-desk.ts';
import { CodesView } from './codes-view.tsx';
import { giveReason, requests } from './test-desk.ts';

vi.mock('./call-desk.ts');

afterEach(cleanup);

it('reads the batches again when another admin has revoked one, and says so', async () => {
  let status = 'valid';
  const batch = { batchId: 'b-1', kind: 'press', note: 'For a fair.', count: 2, redeemedCount: 0 };
  vi.mocked(callDesk).mockImplementation((async (name: string) => {
    if (name === 'deskCodes')
      return { batches: [{ ...batch, status, createdAt: '2026-11-28T10:00:00.000Z' }] };
    status = 'revoked';
    throw new ApiError('aborted', 'These codes were already revoked.');
  }) as never);
  await act(async () => void render(<CodesView />));
  await press('Revoke the codes');
  giveReason('Leaked.');
  await press('Revoke the codes');
  expect(requests('deskRevokeCodes')).toMatchObject([{ batchId: 'b-1', reason: 'Leaked.' }]);
  expect(screen.getByText(/0 of 2 redeemed, revoked/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Revoke the codes' })).toBeNull();
  expect(screen.getByRole('status').textContent).toBe('These codes were already revoked.');
});
