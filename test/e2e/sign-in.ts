import type { Page } from '@playwright/test';
import { type Person, password, registerPerson } from '../person.ts';

/** Somebody new, signed in by the form as a person would. */
export async function signInAsNewPerson(page: Page, siteUrl: string): Promise<Person> {
  const person = await registerPerson(siteUrl);
  await page.goto('/auth');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.waitForURL('**/pricing');
  return person;
}
