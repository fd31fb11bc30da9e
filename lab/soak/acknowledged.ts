import type { Person } from '../../test/person.ts';

/** The changes that the site has acknowledged, so that they must still exist at the end. */
export interface Acknowledged {
  orders: { person: Person; orderId: string }[];
  feedback: Map<string, string>;
  articles: Map<string, 'published' | 'unpublished'>;
}

interface Tables {
  DataOrders: { orderId: string; userId: string; status: string; licenseFile?: string }[];
  DataFeedback: { feedbackId: string; content: string }[];
}

/** Returns one sentence for each loss. */
export async function findLosses(
  siteUrl: string,
  { orders, feedback, articles }: Acknowledged,
): Promise<string[]> {
  const response = await fetch(`${siteUrl}/__local/tables.json`);
  const { DataOrders, DataFeedback }: Tables = await response.json();
  const losses: string[] = [];

  for (const { person, orderId } of orders) {
    const order = DataOrders.find((stored) => stored.orderId === orderId && stored.userId === person.userId);
    if (!order) losses.push(`The order ${orderId} is lost.`);
    else if (order.status !== 'free' && order.status !== 'paid')
      losses.push(`The order ${orderId} is ${order.status}.`);
    else if (!order.licenseFile) losses.push(`The order ${orderId} has no license file.`);
    const { groups } = await person.signInAgain();
    if (!groups.includes('paid')) losses.push(`The buyer of ${orderId} is not in the group "paid".`);
    if ((await person.call('me')).subscription.status !== 'active')
      losses.push(`The buyer of ${orderId} has no license.`);
  }

  const contents = new Map(DataFeedback.map(({ feedbackId, content }) => [feedbackId, content]));
  for (const [feedbackId, content] of feedback) {
    if (contents.get(feedbackId) !== content) losses.push(`The feedback ${feedbackId} is lost.`);
  }

  const listed = await (await fetch(`${siteUrl}/blog/published.json`)).text();
  for (const [slug, state] of articles) {
    const page = await fetch(`${siteUrl}/blog/${slug}`);
    const isShown = page.status === 200 && (await page.text()).includes(`Headline of ${slug}`);
    if (isShown !== (state === 'published') || listed.includes(`"${slug}"`) !== (state === 'published'))
      losses.push(`The article ${slug} is ${state}, and its page has the status ${page.status}.`);
  }
  return losses;
}
