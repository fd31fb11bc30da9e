// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Step } from './step.tsx';

afterEach(cleanup);

function stepNamed(name: string) {
  return (
    <>
      <button type="button">Elsewhere</button>
      <Step name={name} label="Second factor">
        <button type="button" key={name}>
          {name}
        </button>
      </Step>
    </>
  );
}

const button = (name: string) => screen.getByRole('button', { name });
const step = () => screen.getByRole('group', { name: 'Second factor' });

test.each([
  ['pressed by keyboard', () => button('Turn On').focus()],
  ['clicked where clicks give no focus', () => fireEvent.click(button('Turn On'))],
])('passes the focus to the next step when its button was %s', (_, act) => {
  const { rerender } = render(stepNamed('Turn On'));
  act();
  rerender(stepNamed('Continue'));
  expect(step()).toBe(document.activeElement);
});

test('does not take the focus when it has only loaded', () => {
  const { rerender } = render(stepNamed('Looking'));
  rerender(stepNamed('Turn On'));
  expect(document.body).toBe(document.activeElement);
});

test('does not take the focus from a control elsewhere', () => {
  const { rerender } = render(stepNamed('Turn On'));
  button('Turn On').focus();
  button('Elsewhere').focus();
  rerender(stepNamed('Continue'));
  expect(button('Elsewhere')).toBe(document.activeElement);
});
