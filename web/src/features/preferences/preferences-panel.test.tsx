// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RequestOf } from '../../../../contract/operations/operations.ts';
import type { User } from '../../../../contract/records/user.ts';
import { ApiError } from '../../lib/api-error.ts';
import { callApi, readIfChanged } from '../../lib/call-api.ts';
import { newUser } from '../../lib/test-user.ts';
import PreferencesPanel from './preferences-panel.tsx';

vi.mock('../../lib/call-api.ts');

const user: User = { ...newUser, unsubscriptions: ['feedback'] };

/** The server's state. */
let record: User;
/** Responses to `updateMe`, in order. */
let answers: { succeed: () => void; fail: () => void; asked: unknown }[];

beforeEach(async () => {
  vi.resetAllMocks();
  vi.useFakeTimers();
  answers = [];
  record = user;
  const answerCall = ((_: string, { mailGroup }: Extract<RequestOf<'updateMe'>, { mailGroup: object }>) =>
    new Promise<User>((resolve, reject) => {
      answers.push({
        asked: mailGroup,
        succeed: () => {
          const others = record.unsubscriptions.filter((group) => group !== mailGroup?.group);
          const ended = mailGroup && !mailGroup.wantsMail ? [mailGroup.group] : [];
          record = { ...record, unsubscriptions: [...others, ...ended] };
          resolve(record);
        },
        fail: () => reject(new ApiError('unavailable', 'The server is asleep.')),
      });
    })) as unknown as typeof callApi;
  vi.mocked(callApi).mockImplementation(answerCall);
  vi.mocked(readIfChanged).mockResolvedValue({ result: record, version: null });
  render(<PreferencesPanel />, { wrapper: MemoryRouter });
  await act(async () => {});
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const isOn = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name }).checked;

async function click(name: string) {
  fireEvent.click(screen.getByRole('switch', { name }));
  await act(async () => {});
}

async function answer(index: number, outcome: 'succeed' | 'fail') {
  answers[index]?.[outcome]();
  await act(async () => {});
}

describe('PreferencesPanel', () => {
  it('shows which emails the user receives', () => {
    expect(['Updates', 'Resources', 'Feedback', 'Newsletter'].map(isOn)).toEqual([true, true, false, true]);
  });

  it('describes each switch with its sentence', () => {
    expect(screen.getByRole('switch', { description: 'New articles and toolkit news.' })).toBe(
      screen.getByRole('switch', { name: 'Newsletter' }),
    );
    expect(screen.getAllByRole('switch', { description: /./ })).toHaveLength(4);
  });

  it('switches at once, saves, and confirms', async () => {
    await click('Newsletter');
    expect(isOn('Newsletter')).toBe(false);
    expect(answers[0]?.asked).toEqual({ group: 'newsletter', wantsMail: false });
    expect(screen.queryByText('Saved.')).toBeNull();

    await answer(0, 'succeed');
    expect(screen.getByText('Saved.')).toBeTruthy();
  });

  it('subscribes again', async () => {
    await click('Feedback');
    expect(answers[0]?.asked).toEqual({ group: 'feedback', wantsMail: true });
  });

  it('undoes a change that could not be saved, and explains why', async () => {
    await click('Newsletter');
    await answer(0, 'fail');

    expect(isOn('Newsletter')).toBe(true);
    expect(screen.getByRole('alert').textContent).toContain('The server is asleep.');
  });

  it('saves changes one after the other, and keeps the others when one fails', async () => {
    await click('Updates');
    await click('Resources');
    expect(answers).toHaveLength(1);

    await answer(0, 'fail');
    expect([isOn('Updates'), isOn('Resources')]).toEqual([true, false]);
    expect(answers[1]?.asked).toEqual({ group: 'resources', wantsMail: false });

    await answer(1, 'succeed');
    expect([isOn('Updates'), isOn('Resources')]).toEqual([true, false]);
  });

  it('ends in the saved state if a switch is toggled back and forth while saving fails', async () => {
    await click('Newsletter');
    await click('Newsletter');
    await answer(0, 'fail');
    await answer(1, 'fail');

    expect(isOn('Newsletter')).toBe(true);
  });

  describe('a change in another tab', () => {
    async function changeElsewhere(unsubscriptions: User['unsubscriptions']) {
      record = { ...record, unsubscriptions };
      vi.mocked(readIfChanged).mockResolvedValue({ result: record, version: null });
      await act(() => vi.advanceTimersByTimeAsync(60_000));
    }

    it('is shown within a minute without the doorbell', async () => {
      await changeElsewhere(['newsletter']);
      expect([isOn('Feedback'), isOn('Newsletter')]).toEqual([true, false]);
    });

    it('is kept after a later change in this tab', async () => {
      await changeElsewhere(['newsletter']);
      await click('Updates');
      await answer(0, 'succeed');
      expect(['Updates', 'Feedback', 'Newsletter'].map(isOn)).toEqual([false, true, false]);
    });

    it('is kept after a change in this tab before it is shown', async () => {
      record = { ...record, unsubscriptions: ['newsletter'] };
      await click('Updates');
      await answer(0, 'succeed');
      expect(['Updates', 'Feedback', 'Newsletter'].map(isOn)).toEqual([false, true, false]);
    });

    it('does not undo a pending change', async () => {
      await click('Updates');
      await changeElsewhere(['feedback', 'newsletter']);
      expect([isOn('Updates'), isOn('Newsletter')]).toEqual([false, false]);

      await answer(0, 'succeed');
      expect(isOn('Updates')).toBe(false);
    });

    it('is shown after a pending change has failed', async () => {
      await click('Newsletter');
      await changeElsewhere(['feedback', 'updates']);
      await answer(0, 'fail');
      expect([isOn('Updates'), isOn('Newsletter')]).toEqual([false, true]);
    });
  });
});
