import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SeenVersions } from '../../../contract/records/desk-articles.ts';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { articleDesk } from '../articles/article-desk.ts';
import { articleWrites, seenOf } from '../articles/article-versions.ts';
import type { EditedArticle } from '../articles/edit-article.ts';
import { draftOf } from '../articles/read-pasted.ts';
import { auditStore } from './audit-store.ts';
import type { DeskAction } from './record-action.ts';
import { recordArticle } from './record-article.ts';

const { client, names } = testSiteTables('Audit', 'Articles');
const audit = auditStore(client, names.Audit);
const articles = articleDesk(client, names.Articles);
const bus = { connect: async () => new EventBridgeClient({}), name: 'Bus' };
const announce = vi.hoisted(() => vi.fn<(slug: string) => Promise<void>>());
vi.mock('../../platform/publish-event.ts', () => ({
  publishEvent: (_bus: unknown, _type: unknown, { slug }: { slug: string }) => announce(slug),
}));

beforeEach(() => {
  announce.mockReset().mockResolvedValue();
});

const article = (slug: string, headline: string): EditedArticle => ({
  slug,
  headline,
  author: 'Ana',
  description: 'D',
  createdAt: '2026-11-25',
  status: 'published',
  content: [{ type: 'paragraph', content: 'Text.' }],
});

const actionOf = (slug: string, actionId: string, textHash: string): DeskAction => ({
  actionId,
  actorId: 'member-1',
  action: 'storeArticle',
  slug,
  textHash,
  reason: 'New.',
  requestId: 'r-1',
});

/** Stores a draft or publishes an article that the admin saw as `seen`. */
async function store(
  edited: EditedArticle,
  action: DeskAction,
  { seen = {}, after = 'published' }: { seen?: SeenVersions; after?: 'draft' | 'published' } = {},
) {
  const { slug } = edited;
  const current = await articles.find(slug);
  const change = articleWrites(names.Articles, current);
  const writes = (at: Date) =>
    after === 'draft'
      ? change.storeDraft(draftOf(edited, 'Text.', current.draft, at), seen, at)
      : change.publish(edited, seen, at);
  const now = () => new Date('2026-11-25T10:00:00.000Z');
  const before = (current.live ?? current.draft)?.status;
  const isPublic = after === 'published';
  await recordArticle(
    { articles, audit, bus, now },
    { ...action, before },
    { slug, writes, after, isPublic },
  );
}
const seen = async (slug: string) => seenOf(await articles.find(slug));

const entriesOf = async (actionId: string) =>
  (await audit.find({ by: 'actor', value: 'member-1' }))
    .filter(({ auditId }) => auditId === actionId)
    .map(({ outcome, before, after }) => `${outcome}: ${before} → ${after}`)
    .sort();

describe('recordArticle', () => {
  it('publishes the event and keeps the first `before` when an interrupted request is repeated', async () => {
    await store(article('cut-off', 'A'), actionOf('cut-off', 'draft', '1'), { after: 'draft' });
    const draft = await seen('cut-off');
    announce.mockReset().mockRejectedValueOnce(new Error('The event bus is unavailable.'));
    const action = actionOf('cut-off', 'publish', '2');
    await expect(store(article('cut-off', 'B'), action, { seen: draft })).rejects.toThrow(
      'The event bus is unavailable.',
    );
    expect(await entriesOf('publish')).toEqual(['requested: draft → published']);

    announce.mockResolvedValue();
    await store(article('cut-off', 'B'), action, { seen: draft });
    expect(announce).toHaveBeenLastCalledWith('cut-off');
    expect(await entriesOf('publish')).toEqual(['done: draft → published', 'requested: draft → published']);
  });

  it('records a draft without an event, because visitors do not see it', async () => {
    await store(article('quiet', 'A'), actionOf('quiet', 'quiet', '1'), { after: 'draft' });
    await store(article('quiet', 'A'), actionOf('quiet', 'quiet', '1'), { after: 'draft' });
    expect(announce).not.toHaveBeenCalled();
    expect(await entriesOf('quiet')).toEqual(['done: undefined → draft']);
  });

  it('completes a repeated request after a colleague has changed the article', async () => {
    const action = actionOf('changed', 'first', '1');
    await store(article('changed', 'First'), action);
    await store(article('changed', 'Colleague'), actionOf('changed', 'second', '2'), {
      seen: await seen('changed'),
    });
    await store(article('changed', 'First'), action);
    expect((await articles.find('changed')).live).toMatchObject({ headline: 'Colleague' });
  });

  it('refuses another text under the id of an action', async () => {
    await store(article('twice', 'First'), actionOf('twice', 'twice', '1'));
    announce.mockReset();
    await expect(store(article('twice', 'Another'), actionOf('twice', 'twice', '2'))).rejects.toMatchObject({
      code: 'aborted',
    });
    expect(announce).not.toHaveBeenCalled();
    expect((await articles.find('twice')).live).toMatchObject({ headline: 'First' });
  });

  it('refuses another state under the id of an action', async () => {
    await store(article('state', 'First'), actionOf('state', 'state', '1'), { after: 'draft' });
    await expect(store(article('state', 'First'), actionOf('state', 'state', '1'))).rejects.toMatchObject({
      code: 'aborted',
    });
    expect(await articles.find('state')).toMatchObject({ draft: { status: 'draft' } });
  });
});
