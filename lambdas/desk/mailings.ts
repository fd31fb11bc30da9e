import { createHash } from 'node:crypto';
import * as operations from '../../contract/operations/desk-mailing-operations.ts';
import { isSubscriberId } from '../../contract/records/subscriber.ts';
import { pictureStore } from '../domain/articles/picture-store.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { recordAction } from '../domain/desk/record-action.ts';
import { recordMailing } from '../domain/desk/record-mailing.ts';
import { requireSchedulable } from '../domain/desk/require-schedulable.ts';
import { limitStore } from '../domain/limits/limit-store.ts';
import { mailOnce } from '../domain/mail/mail-once.ts';
import { findMailing } from '../domain/mailings/find-mailing.ts';
import { findProblem } from '../domain/mailings/find-problem.ts';
import { mailingStore } from '../domain/mailings/mailing-store.ts';
import { previewOfMailing, readPastedMailing } from '../domain/mailings/read-pasted-mailing.ts';
import { mailingFor } from '../domain/mailings/render-mailing.ts';
import { requireFreeAddress, requireSendable } from '../domain/mailings/require-sendable.ts';
import { startMailing } from '../domain/mailings/start-due-mailings.ts';
import { subscriberStore } from '../domain/mailings/subscriber-store.ts';
import { readOwnAccount } from '../domain/users/read-account.ts';
import { readAddresses } from '../domain/users/read-addresses.ts';
import { requireAdminAddress } from '../domain/users/read-groups.ts';
import { AppError } from '../platform/app-error.ts';
import { s3 } from '../platform/aws/s3.ts';
import { ses } from '../platform/aws/ses.ts';
import { randomSecret } from '../platform/random-secret.ts';
import { siteReader } from '../platform/site-reader.ts';
import type { Desk } from './compose.ts';

type Dependencies = ReturnType<typeof compose>;

export function compose(desk: Desk) {
  const { config, now, tables } = desk;
  const files = s3();
  return {
    ...desk,
    articlesTable: config.ARTICLES_TABLE,
    subscribersTable: config.SUBSCRIBERS_TABLE,
    builds: { s3: files, bucket: config.BUILDS_BUCKET },
    limits: limitStore(tables, config.LIMITS_TABLE),
    mailings: mailingStore(tables, config.MAILINGS_TABLE),
    pictures: pictureStore(files, config.MEDIA_BUCKET),
    subscribers: subscriberStore(tables, {
      usersTable: config.USERS_TABLE,
      subscribersTable: config.SUBSCRIBERS_TABLE,
      // The desk only counts.
      findAccount: async () => undefined,
    }),
    readLinkKey: randomSecret(config.LINK_KEY_ARN),
    readSite: siteReader(config.SITE_URL),
    send: mailOnce({ mailer: ses(), tables, config, now }),
    siteId: config.USER_POOL_ID,
    siteUrl: config.SITE_URL,
  };
}

export const deskMailings = ({ mailings, serveDesk, tables, usersTable }: Dependencies) =>
  serveDesk(operations.deskMailings, async ({ data: { status, cursor } }) => {
    const page = await mailings.list(status, cursor);
    const approvers = page.mailings.flatMap(({ approvedBy }) => approvedBy ?? []);
    return { ...page, names: Object.fromEntries(await readAddresses(tables, usersTable, approvers)) };
  });

export const deskMailing = (dependencies: Dependencies) =>
  dependencies.serveDesk(operations.deskMailing, async ({ data: { slug } }) => {
    const { mailings, siteUrl, subscribersTable, tables, usersTable } = dependencies;
    const mailing = await findMailing(mailings, slug);
    const { uncertainIds: ids } = mailing;
    const visitorIds = ids.filter(isSubscriberId);
    const ofAccounts = await readAddresses(
      tables,
      usersTable,
      ids.filter((id) => !isSubscriberId(id)),
    );
    const ofVisitors = await readAddresses(tables, subscribersTable, visitorIds, 'subscriberId');
    const uncertain = ids.map((userId) => {
      const email = ofAccounts.get(userId) ?? ofVisitors.get(userId);
      return { userId, ...(email ? { email } : {}) };
    });
    return { mailing, email: previewOfMailing(slug, mailing.text, siteUrl), uncertain };
  });

export const deskPreviewMailing = ({ serveDesk, siteUrl }: Dependencies) =>
  serveDesk(operations.deskPreviewMailing, async ({ data: { slug, text } }) =>
    previewOfMailing(slug, text, siteUrl),
  );

export const deskStoreMailing = (dependencies: Dependencies) =>
  dependencies.serveDesk(operations.deskStoreMailing, async (call) => {
    const { articlesTable, mailings, pictures, tables } = dependencies;
    const { slug, text, seen } = call.data;
    const written = readPastedMailing(slug, text);
    await requireFreeAddress(tables, articlesTable, written);
    await pictures.require(written.content);
    const textHash = createHash('sha256').update(text).digest('hex');
    const before = seen === undefined ? undefined : 'draft';
    await recordMailing(
      dependencies,
      describeAction(call, 'storeMailing', { mailing: slug, textHash, before }),
      {
        change: mailings.saveDraft(written, text, call.now, seen),
        after: 'draft',
        ...(seen === undefined
          ? { refusal: `There is a mailing ${slug} already. Choose another name.` }
          : {}),
      },
    );
    return {};
  });

export const deskDiscardMailing = (dependencies: Dependencies) =>
  dependencies.serveDesk(operations.deskDiscardMailing, async (call) => {
    const { slug, seen } = call.data;
    const action = describeAction(call, 'discardMailing', { mailing: slug, before: 'draft' });
    const change = dependencies.mailings.discardDraft(slug, seen);
    await recordMailing(dependencies, action, { change });
    return {};
  });

/**
 * The email has links that unsubscribe its recipient, and it comes from our address with any text. So it goes only to admins, who have agreed
 * to get it, and not to any address.
 */
export const deskTestMailing = (dependencies: Dependencies) =>
  dependencies.serveDesk(operations.deskTestMailing, async (call) => {
    const { limits, mailings, pool, readLinkKey, send, siteUrl, userPoolId } = dependencies;
    const { caller, context, data } = call;
    const { slug, to, actionId } = data;
    const { text } = await findMailing(mailings, slug);
    const written = readPastedMailing(slug, text);
    const account = to ? await requireAdminAddress(pool, userPoolId, to) : await readOwnAccount(pool, caller);
    const userId = String(account.sub);
    await limits.take('deskTestMailing', caller.userId, call.now);
    const action = describeAction(call, 'testMailing', { mailing: slug, personId: userId });
    await recordAction(dependencies, action, async () => {
      const mail = mailingFor(written, { userId, siteUrl, linkKey: await readLinkKey() });
      const idempotencyKey = `test-mailing-${caller.userId}-${actionId}`;
      await send({ idempotencyKey, to: account.email, mail, logUnder: { userId } }, context);
      return undefined;
    });
    return {};
  });

export const deskCountRecipients = ({ subscribers, serveDesk }: Dependencies) =>
  serveDesk(operations.deskCountRecipients, ({ data }) => subscribers.count(data));

export const deskSendMailing = (dependencies: Dependencies) =>
  dependencies.serveDesk(operations.deskSendMailing, async (call) => {
    const { bus, mailings } = dependencies;
    const { slug, seen, expected } = call.data;
    const mailing = await mailings.find(slug);
    // A repeated request must not be refused after the first one has started the mailing.
    if (mailing?.status === 'draft') await requireSendable(dependencies, mailing);
    const approval = { approvedBy: call.caller.userId, approvedAt: call.now.toISOString(), expected };
    await recordMailing(
      dependencies,
      describeAction(call, 'sendMailing', { mailing: slug, before: 'draft' }),
      {
        change: mailings.approve(slug, seen, approval),
        after: 'sending',
        announce: () => startMailing(bus, slug),
      },
    );
    return {};
  });

/** The mailing is checked when it starts: until then, the admin may publish what it announces. */
export const deskScheduleMailing = (dependencies: Dependencies) =>
  dependencies.serveDesk(operations.deskScheduleMailing, async (call) => {
    const { mailings } = dependencies;
    const { slug, seen, time } = call.data;
    requireSchedulable(time, call.now);
    const { status: before } = await findMailing(mailings, slug);
    const schedule = { ...time, by: call.caller.userId };
    await recordMailing(dependencies, describeAction(call, 'scheduleMailing', { mailing: slug, before }), {
      change: mailings.schedule(slug, seen, schedule, call.now),
      after: 'scheduled',
    });
    return {};
  });

export const deskUnscheduleMailing = (dependencies: Dependencies) =>
  dependencies.serveDesk(operations.deskUnscheduleMailing, async (call) => {
    const { slug, seen } = call.data;
    await recordMailing(
      dependencies,
      describeAction(call, 'unscheduleMailing', { mailing: slug, before: 'scheduled' }),
      { change: dependencies.mailings.unschedule(slug, seen, call.now), after: 'draft' },
    );
    return {};
  });

export const deskPauseMailing = (dependencies: Dependencies) =>
  dependencies.serveDesk(operations.deskPauseMailing, async (call) => {
    const { slug } = call.data;
    const action = describeAction(call, 'pauseMailing', { mailing: slug, before: 'sending' });
    const change = dependencies.mailings.pause(slug, 'team');
    await recordMailing(dependencies, action, { change, after: 'paused' });
    return {};
  });

export const deskResumeMailing = (dependencies: Dependencies) =>
  dependencies.serveDesk(operations.deskResumeMailing, async (call) => {
    const { bus, mailings } = dependencies;
    const { slug } = call.data;
    const mailing = await findMailing(mailings, slug);
    if (mailing.status === 'paused') {
      const problem = await findProblem(dependencies, readPastedMailing(slug, mailing.text));
      if (problem) throw new AppError('aborted', problem);
    }
    await recordMailing(
      dependencies,
      describeAction(call, 'resumeMailing', { mailing: slug, before: 'paused' }),
      {
        change: mailings.resume(mailing, call.now),
        after: 'sending',
        announce: () => startMailing(bus, slug),
      },
    );
    return {};
  });
