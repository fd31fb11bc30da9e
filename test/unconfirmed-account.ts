import { randomUUID } from 'node:crypto';
import { askUserPool } from './ask-user-pool.ts';
import { password, readSettings } from './person.ts';

/** Registers an account, and leaves its address unconfirmed. */
export async function registerUnconfirmed(siteUrl: string, email = `${randomUUID()}@example.test`) {
  const { userPoolClientId: ClientId } = await readSettings(siteUrl);
  const { UserSub: userId } = await askUserPool<{ UserSub: string }>(siteUrl, 'SignUp', {
    ClientId,
    Username: email,
    Password: password,
  });
  return { userId, email };
}
