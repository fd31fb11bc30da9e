import { act, fireEvent, screen } from '@testing-library/react';
import { useLocation } from 'react-router-dom';

/* Steps of the tests of pages. */

export const press = (name: string | RegExp, index = 0) =>
  act(async () => fireEvent.click(screen.getAllByRole('button', { name })[index] as Element));

export const fill = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

/** Fills in the last field of a form, and sends it. */
export async function submit(label: string, value: string, button: string) {
  fill(label, value);
  await press(button);
}

/** Shows the address of the page. */
export function Address() {
  const { pathname, search, hash } = useLocation();
  return <code data-testid="address">{pathname + search + hash}</code>;
}

export const address = () => screen.getByTestId('address').textContent;
