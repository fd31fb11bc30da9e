import type { Page } from '@playwright/test';
import { type Person, registerPerson } from '../person.ts';

/** Registers a user through the API and signs them in without the form, which has its own tests. */
export async function signInAsNewPerson(page: Page, siteUrl: string): Promise<Person> {
  const person = await registerPerson(siteUrl);
  await signInAs(page, siteUrl, person);
  return person;
}

/** Stores a sign-in in the browser, like the form. Afterwards the page is a text file of the site. */
export async function signInAs(page: Page, siteUrl: string, { browserStorage }: Person): Promise<void> {
  await page.goto(`${siteUrl}/humans.txt`);
  await page.evaluate((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, browserStorage);
}
