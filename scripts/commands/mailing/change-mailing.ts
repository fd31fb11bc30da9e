import { brand } from '../../../contract/rules/brand.ts';
import { isEmail } from '../../../contract/rules/email-address.ts';
import { mailLogDays } from '../../../contract/rules/retention.ts';
import { sendMail } from '../../../lambdas/domain/mail/send-mail.ts';
import { mailingSample } from '../../../lambdas/domain/mailings/render-mailing.ts';
import { startMailing } from '../../../lambdas/domain/mailings/start-mailing.ts';
import type { MailingSite } from './connect-to-mailings.ts';
import { findMailing, readMailing } from './read-mailing.ts';
import { requirePictures } from './require-pictures.ts';

/**
 * Sends a mailing to one address, with unsubscribe links that do not work.
 * @throws Error when it cannot be sent
 */
export async function sendTest(site: MailingSite, what: string, to: string): Promise<void> {
  if (!isEmail(to)) throw new Error(`"${to}" is not an email address.`);
  const { ses, senderAddress, siteUrl } = site;
  const { written } = await readMailing(what, async () => site);
  await requirePictures(written, siteUrl);
  const mail = mailingSample(written, siteUrl);
  await sendMail(
    ses,
    { from: `${brand} <${senderAddress}>`, to },
    { ...mail, subject: `Test: ${mail.subject}` },
  );
}

/** @throws Error when it is not being sent */
export async function pauseMailing(site: MailingSite, slug: string): Promise<void> {
  const { status } = await findMailing(site, slug);
  if (!(await site.mailings.write(site.mailings.pause(slug, 'team'))))
    throw new Error(`${slug} is not being sent: its status is "${status}".`);
}

/** @throws Error when it is not paused */
export async function resumeMailing(site: MailingSite, slug: string): Promise<void> {
  const found = await findMailing(site, slug);
  if (found.status !== 'paused') throw new Error(`${slug} is not paused: its status is "${found.status}".`);
  if (!(await site.mailings.write(site.mailings.resume(found, new Date()))))
    throw new Error(
      `${slug} cannot be resumed: it was approved more than ${mailLogDays} days ago, so the site no longer knows who got it.`,
    );
  await startMailing(site.bus, slug);
}

/** @throws Error when it is not a draft */
export async function discardDraft(site: MailingSite, slug: string): Promise<void> {
  const { status, updatedAt } = await findMailing(site, slug);
  if (!(await site.mailings.write(site.mailings.discardDraft(slug, updatedAt))))
    throw new Error(`${slug} is not a draft: its status is "${status}".`);
}
