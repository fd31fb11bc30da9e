// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rememberSession } from '../../lib/session.ts';
import { press } from '../../lib/test-page.tsx';
import { callDesk } from './call-desk.ts';
import { NoteForm } from './note-form.tsx';
import { ConcludeContext } from './use-reading.tsx';

vi.mock('./call-desk.ts', () => ({ callDesk: vi.fn(async () => ({})) }));

const signInAs = (userId: string) =>
  rememberSession({
    userId,
    email: `${userId}@example.test`,
    groups: ['admin'],
    endsAtMs: Date.now() + 60_000,
  });

beforeEach(() => signInAs('member-1'));
afterEach(cleanup);

const conclude = vi.fn(async () => {});
const show = (userId = 'ana') =>
  render(
    <ConcludeContext value={conclude}>
      <NoteForm userId={userId} />
    </ConcludeContext>,
  );
const note = () => screen.getByLabelText<HTMLTextAreaElement>(/^Note/);
const type = (value: string) => fireEvent.change(note(), { target: { value } });

it('restores an unsent note only for its author and the same person', () => {
  show();
  type('She wrote from a new');
  cleanup();
  show('bea');
  expect(note().value).toBe('');
  cleanup();
  signInAs('member-2');
  show();
  expect(note().value).toBe('');
  cleanup();
  signInAs('member-1');
  show();
  expect(note().value).toBe('She wrote from a new');
});

it('removes a note that was added', async () => {
  show('carl');
  type('Done.');
  await press('Add note');
  expect(callDesk).toHaveBeenCalledOnce();
  expect(conclude).toHaveBeenCalledOnce();
  expect(note().value).toBe('');
  cleanup();
  show('carl');
  expect(note().value).toBe('');
});
