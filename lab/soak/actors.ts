import { randomUUID } from 'node:crypto';
import { catalog } from '../../contract/rules/catalog.ts';
import { rateLimits } from '../../lambdas/domain/limits/rate-limits.ts';
import { pay } from '../../test/pay.ts';
import { newAddress, type Person, registerPerson } from '../../test/person.ts';
import { registerAdmin } from '../../test/registered-admin.ts';
import type { Acknowledged } from './acknowledged.ts';
import { untilAnswered } from './until-answered.ts';

/** A repeated action of a person. */
export interface Actor {
  name: string;
  /** The average pause between two runs. */
  pauseSeconds: number;
  act(): Promise<void>;
}

/** All people who use the site at the same time. */
export function actorsOn(siteUrl: string, acknowledged: Acknowledged): Actor[] {
  const { orders, feedback, articles } = acknowledged;
  const people: Person[] = [];
  const team = teamOf(siteUrl);
  const oneOf = <Each>(all: readonly Each[]) => all[Math.floor(Math.random() * all.length)];

  /** The site limits sign-ups: 600 emails with a code in an hour. */
  const buyer: Actor = {
    name: 'buys a license',
    pauseSeconds: 12,
    async act() {
      const person = await registerPerson(siteUrl, newAddress());
      people.push(person);
      // The sessions of people who registered long ago have expired.
      if (people.length > 100) people.shift();
      const { sessionId, url } = await person.call('checkout', {
        priceId: (oneOf([catalog.earlyAccess, catalog.lifetime]) ?? catalog.lifetime).priceIds.local,
        success_url: `${siteUrl}/pricing?checkout=success`,
        cancel_url: `${siteUrl}/pricing?checkout=cancelled`,
      });
      await pay(url);
      orders.push({ person, orderId: sessionId });
      await person.call('confirmCheckout', { sessionId });
    },
  };
  const owner: Actor = {
    name: 'signs in, and reads the license and the download',
    pauseSeconds: 3,
    async act() {
      const { person } = oneOf(orders) ?? {};
      if (!person) return;
      await person.signInAgain();
      await person.call('myOrders');
      // Until the payment is settled, the site refuses the download.
      if ((await person.call('me')).subscription.status !== 'active') return;
      const { url } = await person.call('download', { platform: 'win-x64' });
      const file = await fetch(url);
      await file.arrayBuffer();
      if (!file.ok) throw new Error(`The download answered ${file.status}.`);
    },
  };
  const written = new Map<Person, number>();
  const writer: Actor = {
    name: 'writes feedback',
    pauseSeconds: 2,
    async act() {
      const person = oneOf(people.filter((each) => (written.get(each) ?? 0) < rateLimits.feedback.calls / 2));
      if (!person) return;
      written.set(person, (written.get(person) ?? 0) + 1);
      const feedbackId = randomUUID();
      const content = `More islands, says ${feedbackId}.`;
      await untilAnswered(() => person.call('feedback', { feedbackId, content }));
      feedback.set(feedbackId, content);
    },
  };
  const visitor: Actor = {
    name: 'follows a referral link',
    // The site counts at most 120 visits in an hour from one network. This makes 90.
    pauseSeconds: 40,
    async act() {
      for (const path of ['/pricing?ref=friend', '/blog', '/version.json']) {
        const page = await fetch(`${siteUrl}${path}`);
        await page.arrayBuffer();
        if (!page.ok) throw new Error(`${path} answered ${page.status}.`);
      }
      const impression = await fetch(`${siteUrl}/api/referralImpression`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ data: { referralCode: 'friend' } }),
      });
      if (!impression.ok)
        throw new Error(`referralImpression: ${impression.status} ${await impression.text()}`);
    },
  };
  const author: Actor = {
    name: 'publishes an article, and unpublishes some',
    pauseSeconds: 15,
    async act() {
      const admin = await team();
      const slug = `soak-${randomUUID()}`;
      const text = articleText(slug);
      const reason = 'For the blog.';
      const store = { actionId: randomUUID(), reason, text, status: 'published', seen: {} } as const;
      await untilAnswered(() => admin.call('deskStoreArticle', store));
      articles.set(slug, 'published');
      if (Math.random() < 0.5) return;
      const { seen } = await untilAnswered(() => admin.call('deskPreviewArticle', { text }));
      const unpublish = { actionId: randomUUID(), reason: 'It is outdated.', slug, seen };
      await untilAnswered(() => admin.call('deskUnpublishArticle', unpublish));
      articles.set(slug, 'unpublished');
    },
  };
  const searcher: Actor = {
    name: 'searches at the desk',
    pauseSeconds: 4,
    async act() {
      const person = oneOf(people);
      if (!person) return;
      const admin = await team();
      const { people: found } = await admin.call('deskFind', { query: person.email });
      if (!found.some(({ userId }) => userId === person.userId))
        throw new Error(`deskFind does not find ${person.userId}.`);
      await admin.call('deskOrders', { month: new Date().toISOString().slice(0, 7) });
      await admin.call('deskFeedback', { state: 'open' });
    },
  };
  return [buyer, buyer, owner, writer, visitor, author, searcher];
}

/** Returns an admin, and a new one before the access token expires after 30 minutes. */
function teamOf(siteUrl: string): () => Promise<Person> {
  const validMs = 20 * 60 * 1000;
  let admin: { since: number; person: Promise<Person> } | undefined;
  return async () => {
    if (!admin || Date.now() - admin.since > validMs) {
      const person = untilAnswered(() => registerAdmin(siteUrl));
      admin = { since: Date.now(), person };
      person.catch(() => {
        admin = undefined;
      });
    }
    return admin.person;
  };
}

const articleText = (slug: string) => `---
slug: ${slug}
headline: Headline of ${slug}
author: Ana
description: What it is about.
createdAt: 2024-01-01
---

Text of ${slug}.
`;
