import { expect, it } from 'vitest';
import { askUserPool } from '../ask-user-pool.ts';
import {
  callOperation,
  codeFor,
  mailsTo,
  newAddress,
  password,
  provePassword,
  readSettings,
  registerPerson,
} from '../person.ts';
import { registerUnconfirmed } from '../unconfirmed-account.ts';
import { siteUrl } from './site.ts';

const ownersPassword = 'The-owner-has-another-8';

/** The token in the newest email to an address that names a registration. */
async function endTokenFor(email: string): Promise<string> {
  const tokens = (await mailsTo(siteUrl, email)).map(({ text }) => /&end=([\w-]+\.[\w-]+)/.exec(text)?.[1]);
  const token = tokens.find((found) => found !== undefined);
  if (!token) throw new Error(`There is no email with such a link for ${email}.`);
  return token;
}

const end = async (token: string) =>
  (await callOperation(siteUrl, 'endRegistration', { data: { token } })).status;

it('belongs to its owner again after one click in the email', async () => {
  const { email } = await registerUnconfirmed(siteUrl, newAddress());
  const { userPoolClientId: ClientId } = await readSettings(siteUrl);
  const signUp = () =>
    askUserPool(siteUrl, 'SignUp', { ClientId, Username: email, Password: ownersPassword });
  await expect(signUp()).rejects.toMatchObject({ name: 'UsernameExistsException' });

  const token = await endTokenFor(email);
  expect([await end(token), await end(token)]).toEqual([200, 200]);
  await signUp();
  // The link of the first registration does not concern the second.
  expect(await end(token)).toBe(200);
  const ConfirmationCode = await codeFor(siteUrl, email);
  await askUserPool(siteUrl, 'ConfirmSignUp', { ClientId, Username: email, ConfirmationCode });

  expect((await provePassword(siteUrl, email, ownersPassword)).AuthenticationResult).toBeDefined();
  await expect(provePassword(siteUrl, email, password)).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });
});

it('keeps an account that is confirmed', async () => {
  const person = await registerPerson(siteUrl, newAddress());
  expect(await end(await endTokenFor(person.email))).toBe(409);
  expect(await person.call('me')).toMatchObject({ email: person.email });
});
