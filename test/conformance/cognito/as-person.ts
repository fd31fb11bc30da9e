import type { Probe } from '../comparison.ts';
import { shapeOfAnswer } from '../shape.ts';
import type { ComparablePool } from './comparable-pool.ts';

/** What a new person does who has signed in. */
export const asPerson = (
  name: string,
  act: (
    pool: ComparablePool,
    person: { email: string; AccessToken: string },
  ) => Parameters<typeof shapeOfAnswer>[0],
): Probe<ComparablePool> => ({
  name,
  async run(pool) {
    const email = await pool.addUser();
    const { access: AccessToken } = await pool.signIn(email);
    return shapeOfAnswer(act(pool, { email, AccessToken }));
  },
});
