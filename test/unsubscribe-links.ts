import { mailsTo } from './person.ts';

/**
 * The ways to unsubscribe in the welcome email: the links at its end, for people, and its headers,
 * for email programs.
 */
export async function welcomeLinks(siteUrl: string, email: string) {
  const welcome = (await mailsTo(siteUrl, email)).find(({ subject }) => subject.startsWith('Welcome'));
  if (!welcome) throw new Error(`${email} has no welcome email yet.`);
  const [group = '', all = ''] = welcome.text.match(/https?:\S+\/unsubscribe#token=\S+/g) ?? [];
  const oneClick = /^<(.+)>$/.exec(welcome.headers['List-Unsubscribe'] ?? '')?.[1] ?? '';
  return { group, all, oneClick };
}
