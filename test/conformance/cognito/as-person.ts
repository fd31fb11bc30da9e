import { AdminDeleteUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import type { Probe } from '../comparison.ts';
import { shapeOfAnswer } from '../shape.ts';
import type { ComparablePool } from './comparable-pool.ts';

export interface Person {
  email: string;
  AccessToken: string;
}

/**
 * A probe of a person who has just signed in. An error of `act` is an outcome. An error of `prepare` stops the comparison
 * in our fake, and is the outcome of the probe in the other implementation.
 */
export const asPerson = <Prepared = undefined>(
  name: string,
  act: (pool: ComparablePool, person: Person, prepared: Prepared) => Parameters<typeof shapeOfAnswer>[0],
  prepare: (pool: ComparablePool, person: Person) => Promise<Prepared> = async () => undefined as Prepared,
): Probe<ComparablePool> => ({
  name,
  async run(pool) {
    const email = await pool.addUser();
    const { access: AccessToken } = await pool.signIn(email);
    const prepared = await prepare(pool, { email, AccessToken });
    return shapeOfAnswer(act(pool, { email, AccessToken }, prepared));
  },
});

export const deletePerson = ({ client, poolId: UserPoolId }: ComparablePool, { email }: Person) =>
  client.send(new AdminDeleteUserCommand({ UserPoolId, Username: email }));
