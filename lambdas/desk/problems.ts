import * as events from '../../contract/events/events.ts';
import * as operations from '../../contract/operations/desk-problem-operations.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { entryOf } from '../domain/desk/record-action.ts';
import { problemDesk } from '../domain/problems/problem-desk.ts';
import { manifestsOf } from '../domain/releases/live-releases.ts';
import { readLiveRecord } from '../domain/releases/release-manifests.ts';
import { AppError } from '../platform/app-error.ts';
import { s3 } from '../platform/aws/s3.ts';
import { publishEvent } from '../platform/publish-event.ts';
import type { Desk } from './compose.ts';

type Dependencies = ReturnType<typeof compose>;

export const compose = (desk: Desk) => ({
  ...desk,
  builds: { s3: s3(), bucket: desk.config.BUILDS_BUCKET },
  problems: problemDesk(desk.tables, desk.config.PROBLEMS_TABLE),
});

export const deskProblems = ({ builds, problems, serveDesk }: Dependencies) =>
  serveDesk(operations.deskProblems, async ({ data, now }) => {
    const versions = manifestsOf(await readLiveRecord(builds)).map(({ version }) => version);
    const { version = versions[0] } = data;
    return { versions, ...(version === undefined ? {} : { shown: await problems.list(version, now) }) };
  });

export const deskProblemTexts = ({ problems, serveDesk }: Dependencies) =>
  serveDesk(operations.deskProblemTexts, ({ data: { version, crash, cursor } }) =>
    problems.texts(version, crash, cursor),
  );

/** A run that is cut off before the event leaves `requested` as the last entry. `reconcile`, or the same request, then sends the email. */
export const deskAnswerProblem = ({ audit, bus, now, problems, serveDesk }: Dependencies) =>
  serveDesk(operations.deskAnswerProblem, async (call) => {
    const { version, textId, actionId: answerId, answer: text } = call.data;
    const { email } = await problems.getText(version, textId);
    if (email === undefined) throw new AppError('invalid-argument', 'Its author left no address.');
    const action = describeAction(call, 'answerProblem', { version, problem: textId });
    const at = now();
    const answer = { answerId, at: at.toISOString(), actorId: call.caller.userId, text };
    await problems.answer({ version, textId }, answer, audit.part(entryOf(action, at, 'requested')));
    await publishEvent(bus, events.problemAnswered, { version, textId, answerId });
    await audit.add(entryOf(action, now(), 'done'));
    return {};
  });

export const deskSolveProblem = ({ audit, problems, serveDesk }: Dependencies) =>
  serveDesk(operations.deskSolveProblem, async (call) => {
    const { crash, solvedIn, seen } = call.data;
    const action = describeAction(call, 'solveProblem', { problem: crash, before: seen });
    await problems.solve(crash, { solvedIn, seen }, audit.part(entryOf(action, call.now, 'done', solvedIn)));
    return {};
  });
