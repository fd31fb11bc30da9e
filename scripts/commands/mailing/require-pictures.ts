import type { WrittenMailing } from '../../../publishing/markdown/parse-mailing.ts';

/**
 * Asks the site for each picture of a mailing, as the email programs of its readers do.
 * @throws Error with the address of the first picture that does not load
 */
export async function requirePictures({ content }: WrittenMailing, siteUrl: string): Promise<void> {
  for (const section of content) {
    if (section.type !== 'picture') continue;
    const { href } = new URL(section.url, siteUrl);
    const { ok, status } = await fetch(href, { method: 'HEAD' }).catch((error: unknown) => {
      throw new Error(`${href} does not load: the site does not answer. Try again.`, { cause: error });
    });
    if (!ok)
      throw new Error(
        `${href} does not load: the site answers ${status}. Upload the picture first; docs/mailings.md says how.`,
      );
  }
}
