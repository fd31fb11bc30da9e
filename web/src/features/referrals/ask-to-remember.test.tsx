// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { forgetReferral, holdReferral } from '../../lib/remembered-referral.ts';
import { askToRemember } from './referral-question.tsx';

beforeEach(() => {
  document.body.innerHTML = '<main id="main" tabindex="-1"></main>';
  holdReferral('ana-2025');
});

afterEach(() => act(() => forgetReferral()));

const question = () => screen.queryByRole('complementary', { name: 'Remember who sent you?' });

async function show(): Promise<Promise<boolean>[]> {
  const answers: Promise<boolean>[] = [];
  await act(async () => {
    answers.push(askToRemember());
  });
  return answers;
}

describe('askToRemember', () => {
  it.each([
    ['Yes', true],
    ['No', false],
  ])('returns the answer %s, and moves the focus to the page', async (name, expected) => {
    const answers = await show();
    expect(screen.getByRole('status').contains(question())).toBe(true);
    const button = screen.getByRole('button', { name });
    button.focus();
    await act(async () => {
      fireEvent.click(button);
    });

    expect(await Promise.all(answers)).toEqual([expected]);
    expect(question()).toBeNull();
    expect(document.activeElement?.id).toBe('main');
  });

  it('is first in the tab order, and does not move the focus', async () => {
    document.getElementById('main')?.focus();
    await show();
    expect(document.activeElement?.id).toBe('main');
    expect(document.body.firstElementChild?.contains(question())).toBe(true);
  });

  it('ends without consent when the code is removed elsewhere', async () => {
    const answers = await show();
    act(() => forgetReferral());

    expect(await Promise.all(answers)).toEqual([false]);
    expect(question()).toBeNull();
  });
});
