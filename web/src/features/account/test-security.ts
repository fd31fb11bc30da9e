import { act, fireEvent, screen } from '@testing-library/react';

export const settle = () => act(async () => {});

export async function press(name: string | RegExp): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name }));
  await settle();
}

/** Types the password that protected steps require. */
export async function prove(button: string): Promise<void> {
  fireEvent.change(screen.getByLabelText('Current password'), { target: { value: 'Correct-horse-7' } });
  await press(button);
}
