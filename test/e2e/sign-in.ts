import type { Page } from '@playwright/test';
import { type Person, registerPerson } from '../person.ts';

/** Registers somebody by the API and signs them in without the form, which has tests of its own. */
export async function signInAsNewPerson(page: Page, siteUrl: string): Promise<Person> {
  const person = await registerPerson(siteUrl);
  await signInAs(page, siteUrl, person);
  return person;
}

/** Puts a sign-in into the browser's storage, as the form leaves it there. The browser is on a text file afterwards. */
export async function signInAs(page: Page, siteUrl: string, { browserStorage }: Person): Promise<void> {
  await page.goto(`${siteUrl}/humans.txt`);
  await page.evaluate((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, browserStorage);
}
