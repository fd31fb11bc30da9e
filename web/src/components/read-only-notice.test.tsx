// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { readOnly } from '../../../contract/operations/read-only.ts';
import { ReadOnlyNotice } from './read-only-notice.tsx';

const settings = vi.hoisted(() => ({ load: vi.fn() }));
vi.mock('../lib/load-web-settings.ts', () => ({ loadWebSettings: settings.load }));

test('warns while the site is read-only', async () => {
  settings.load.mockResolvedValue({ isReadOnly: true });
  render(<ReadOnlyNotice />);
  expect(await screen.findByText(readOnly.message, { exact: false })).toBeTruthy();
});

test('shows nothing while the site accepts changes', async () => {
  settings.load.mockResolvedValue({ isReadOnly: false });
  await expectNothing();
});

test('shows nothing when the settings do not arrive', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  settings.load.mockRejectedValue(new Error('offline'));
  await expectNothing();
  expect(warn).toHaveBeenCalledOnce();
});

async function expectNothing(): Promise<void> {
  const { container } = render(<ReadOnlyNotice />);
  await act(() => vi.waitFor(() => expect(settings.load).toHaveBeenCalled()));
  expect(container.textContent).toBe('');
}
