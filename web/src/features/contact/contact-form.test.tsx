// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { rememberSession } from '../../lib/session.ts';
import ContactForm from './contact-form.tsx';

vi.mock('../../lib/call-api.ts');

beforeEach(() => {
  vi.resetAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  vi.mocked(callApi).mockResolvedValue({});
});
afterEach(cleanup);

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const fill = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
function fillIn() {
  fill('Name', 'Ana');
  fill('Email', 'ana@example.test');
  fill('Message', 'Hello!');
}
async function send() {
  fireEvent.submit(screen.getByRole('button', { name: 'Send message' }));
  await act(async () => {});
}

describe('ContactForm', () => {
  it('sends the message, announces a receipt, and offers to write another', async () => {
    render(<ContactForm />);
    fillIn();
    await send();

    expect(callApi).toHaveBeenCalledExactlyOnceWith('contact', {
      messageId: expect.stringMatching(/^[\da-f-]{36}$/),
      name: 'Ana',
      email: 'ana@example.test',
      message: 'Hello!',
    });
    expect(screen.getByRole('status').textContent).toContain('A receipt is on its way to ana@example.test');
    expect(sessionStorage.getItem('contactDraft')).toBeNull();

    fireEvent.click(screen.getByRole('button', { name: 'Write another message' }));
    expect(field('Message').value).toBe('');
  });

  it('hides the honeypot field from people, and requires sending again if a program filled it in', async () => {
    const { container } = render(<ContactForm />);
    const trap = container.querySelector<HTMLInputElement>('[name=topic]') as HTMLInputElement;
    expect(trap.tabIndex).toBe(-1);
    expect(trap.closest('[aria-hidden=true]')).toBeTruthy();
    expect(trap.dataset).toMatchObject({ lpignore: 'true', bwignore: 'true', formType: 'other' });
    expect(trap.hasAttribute('data-1p-ignore')).toBe(true);
    expect(screen.getAllByRole('textbox')).toHaveLength(3);

    fillIn();
    trap.value = 'https://ana.example';
    await send();
    expect(callApi).not.toHaveBeenCalled();
    expect(screen.getByRole('alert').textContent).toContain('Please send the message once more');
    expect(screen.queryByRole('status')?.textContent ?? '').not.toContain('has been sent');

    await send();
    expect(callApi).toHaveBeenCalledOnce();
    expect(screen.getByRole('status').textContent).toContain('Your message has been sent');
  });

  it('keeps the draft after a reload', () => {
    render(<ContactForm />);
    fillIn();
    cleanup();
    render(<ContactForm />);
    expect(['Name', 'Email', 'Message'].map((label) => field(label).value)).toEqual([
      'Ana',
      'ana@example.test',
      'Hello!',
    ]);
  });

  it('fills in the address of a signed-in user', () => {
    rememberSession({ email: 'ben@example.test', groups: [], endsAtMs: Date.now() + 60_000 });
    render(<ContactForm />);
    expect(field('Email').value).toBe('ben@example.test');
  });

  it.each([
    [
      new ApiError('resource-exhausted', 'You have done this too many times. Try again in 7 minutes.'),
      /7 minutes/,
    ],
    [
      new ApiError('invalid-argument', 'The request is not valid.', { details: [{ field: 'email' }] }),
      /Enter a valid email address/,
    ],
    [new ApiError('unavailable', 'The server could not be reached.'), /^The server could not be reached\.$/],
    [new TypeError('x is undefined'), /^Something went wrong/],
  ])('explains the failure, and keeps the message: %s', async (failure, sentence) => {
    vi.mocked(callApi).mockRejectedValue(failure);
    render(<ContactForm />);
    fillIn();
    await send();

    expect(screen.getByRole('alert').textContent).toMatch(sentence);
    expect(field('Message').value).toBe('Hello!');
  });

  it('sends no empty or too long message', async () => {
    render(<ContactForm />);
    fillIn();
    fill('Name', '  ');
    await send();
    expect(screen.getByRole('alert').textContent).toBe('Please tell us your name.');
    fill('Name', 'Ana');
    fill('Message', 'x'.repeat(5001));
    await send();
    expect(screen.getByRole('alert').textContent).toBe('The text is too long by 1 character.');
    expect(callApi).not.toHaveBeenCalled();
  });
});
