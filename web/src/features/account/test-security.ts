import { submit } from '../../lib/test-page.tsx';

/** Types the password that protected steps require. */
export const prove = (button: string) => submit('Current password', 'Correct-horse-7', button);
