import { fill, press } from '../../lib/test-page.tsx';

/** Types the password that protected steps require. */
export async function prove(button: string): Promise<void> {
  fill('Current password', 'Correct-horse-7');
  await press(button);
}
