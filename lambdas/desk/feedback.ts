import { roadmapItemIds } from '../../contract/content/roadmap-items.ts';
import * as events from '../../contract/events/events.ts';
import * as operations from '../../contract/operations/desk-feedback-operations.ts';
import { stateAfterAnswer } from '../../contract/rules/feedback-states.ts';
import { slugsForVoters } from '../../contract/rules/mailing-audience.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { entryOf } from '../domain/desk/record-action.ts';
import { feedbackInbox } from '../domain/feedback/feedback-inbox.ts';
import { mailingStore } from '../domain/mailings/mailing-store.ts';
import { countVoters } from '../domain/roadmap/count-voters.ts';
import { readAddresses } from '../domain/users/read-addresses.ts';
import { AppError } from '../platform/app-error.ts';
import { publishEvent } from '../platform/publish-event.ts';
import type { Desk } from './compose.ts';

type Dependencies = ReturnType<typeof compose>;

export const compose = (desk: Desk) => ({
  ...desk,
  inbox: feedbackInbox(desk.tables, desk.config.FEEDBACK_TABLE),
  mailings: mailingStore(desk.tables, desk.config.MAILINGS_TABLE),
});

export const deskFeedback = ({ inbox, serveDesk, tables, usersTable }: Dependencies) =>
  serveDesk(operations.deskFeedback, async ({ data }) => {
    const { feedback, ...page } = await inbox.list(data);
    const authors = feedback.flatMap(({ userId }) => userId ?? []);
    const addresses = await readAddresses(tables, usersTable, authors);
    const emailOf = (userId = '') => addresses.get(userId);
    return { feedback: feedback.map((item) => ({ ...item, email: emailOf(item.userId) })), ...page };
  });

/** A run that is cut off before the event leaves `requested` as the last entry. `reconcile`, or the same request, then sends the email. */
export const deskAnswerFeedback = ({ audit, bus, inbox, now, serveDesk }: Dependencies) =>
  serveDesk(operations.deskAnswerFeedback, async (call) => {
    const { feedbackId, seen, actionId: answerId, answer: text } = call.data;
    const { userId: personId } = await inbox.get(feedbackId);
    if (!personId)
      throw new AppError('invalid-argument', 'Nobody can get an answer: this feedback has no author.');
    const action = describeAction(call, 'answerFeedback', { personId, feedbackId, before: seen.state });
    const at = now();
    const after = stateAfterAnswer(seen.state);
    const auditPart = audit.part(entryOf(action, at, 'requested', after));
    const answer = { answerId, at: at.toISOString(), actorId: call.caller.userId, text };
    await inbox.answer({ feedbackId, seen, auditPart }, answer);
    await publishEvent(bus, events.feedbackAnswered, { feedbackId, answerId });
    await audit.add(entryOf(action, now(), 'done', after));
    return {};
  });

export const deskRoadmap = ({ mailings, serveDesk, tables, usersTable }: Dependencies) =>
  serveDesk(operations.deskRoadmap, async () => {
    const [voters, announcements] = await Promise.all([
      countVoters(tables, usersTable),
      mailings.withSlugs(roadmapItemIds.flatMap(slugsForVoters)),
    ]);
    const items = roadmapItemIds.map((id) => ({
      id,
      ...voters[id],
      mailings: slugsForVoters(id).flatMap((slug) =>
        announcements
          .filter((mailing) => mailing.slug === slug)
          .map(({ status, updatedAt }) => ({ slug, status, updatedAt })),
      ),
    }));
    return { items };
  });

export const deskCloseFeedback = ({ audit, inbox, serveDesk }: Dependencies) =>
  serveDesk(operations.deskCloseFeedback, async (call) => {
    const { feedbackId, seen, roadmapItem } = call.data;
    const { userId: personId } = await inbox.get(feedbackId);
    const action = describeAction(call, 'closeFeedback', { personId, feedbackId, before: seen.state });
    const auditPart = audit.part(entryOf(action, call.now, 'done', 'done'));
    await inbox.close({ feedbackId, seen, auditPart }, roadmapItem);
    return {};
  });
