// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { callApi } from '../../lib/call-api.ts';
import { press } from '../../lib/test-page.tsx';
import { OwnSubscription } from './own-subscription.tsx';

vi.mock('../../lib/call-api.ts');
afterEach(cleanup);

it('leaves the focus on a choice that is changed after saving', async () => {
  const groups = ['updates'];
  const stored = { email: 'ana@example.test', groups, confirmedAt: '', emails: [] };
  vi.mocked(callApi<'subscription'>).mockResolvedValue(stored as never);
  await act(async () => void render(<OwnSubscription token="a.b" isNew />));
  expect(document.activeElement?.textContent).toBe('Done. You get these emails from now on.');

  await press('Save');
  const choice = screen.getByLabelText(/^Newsletter:/);
  choice.focus();
  await act(async () => void fireEvent.click(choice));
  expect(document.activeElement).toBe(choice);
  expect(screen.queryByText(/^Done\./)).toBeNull();
});
