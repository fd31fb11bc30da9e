import { askUserPool } from './ask-user-pool.ts';
import { addSecondFactor } from './e2e/authenticator-app.ts';
import { type Person, readSettings, registerPerson } from './person.ts';

/** Registers a member of the team, as `npm run grant` and the account page do. */
export async function registerAdmin(siteUrl: string, { hasFactor = true } = {}): Promise<Person> {
  const person = await registerPerson(siteUrl);
  const { userPoolId: UserPoolId } = await readSettings(siteUrl);
  await askUserPool(siteUrl, 'AdminAddUserToGroup', {
    UserPoolId,
    Username: person.userId,
    GroupName: 'admin',
  });
  await person.signInAgain();
  if (hasFactor) await addSecondFactor(siteUrl, person);
  return person;
}
