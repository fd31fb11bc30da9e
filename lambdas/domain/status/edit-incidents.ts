import { type Incident, isTeamPeriod, type SiteStatus } from '../../../contract/records/site-status.ts';
import type { StatusComponent } from '../../../contract/rules/status-rules.ts';
import { AppError } from '../../platform/app-error.ts';
import { deriveStatus } from './derive-status.ts';

interface TeamSentence {
  /** The same when the request is repeated. */
  actionId: string;
  text: string;
}

const isAdded = ({ incidents }: SiteStatus, actionId: string): boolean =>
  incidents.some(({ sentences }) => sentences.some(({ sentenceId }) => sentenceId === actionId));

/** @throws AppError `not-found` before the first check */
export function requireStatus(status: SiteStatus | undefined): SiteStatus {
  if (status) return status;
  throw new AppError(
    'not-found',
    'There is no status yet. The first check follows within five minutes of a deployment.',
  );
}

/** Reports a problem that no alarm sees. It lasts until the team ends it. */
export function openIncident(
  status: SiteStatus,
  { components, actionId, text }: TeamSentence & { components: StatusComponent[] },
  now: Date,
): SiteStatus {
  if (isAdded(status, actionId)) return status;
  const at = now.toISOString();
  const period = { source: `team-${actionId}`, components, from: at };
  const sentence = { sentenceId: actionId, at, text };
  // Its id follows from the incident that it becomes a part of, or from its period.
  const opened: Incident = { id: '', components, startedAt: at, periods: [period], sentences: [sentence] };
  return derive({ ...status, incidents: [opened, ...status.incidents] }, now);
}

/**
 * Adds a sentence to an incident.
 * @param ends whether this also ends what the team reported
 * @throws AppError `not-found`; `aborted` when only alarms can end the incident
 */
export function addSentence(
  status: SiteStatus,
  { incidentId, ends, actionId, text }: TeamSentence & { incidentId: string; ends: boolean },
  now: Date,
): SiteStatus {
  if (isAdded(status, actionId)) return status;
  const at = now.toISOString();
  const incident = status.incidents.find(({ id }) => id === incidentId);
  if (!incident)
    throw new AppError('not-found', 'This incident is not listed any more. Load the status again.');
  const isOpenOfTeam = (period: Incident['periods'][number]) =>
    period.to === undefined && isTeamPeriod(period);
  if (ends && !incident.periods.some(isOpenOfTeam))
    throw new AppError(
      'aborted',
      'The team did not report this problem, or has ended it. What an alarm reports ends with the alarm.',
    );
  const changed = {
    ...incident,
    periods: incident.periods.map((period) =>
      ends && isOpenOfTeam(period) ? { ...period, to: at } : period,
    ),
    sentences: [...incident.sentences, { sentenceId: actionId, at, text }],
  };
  return derive(
    { ...status, incidents: status.incidents.map((each) => (each === incident ? changed : each)) },
    now,
  );
}

const derive = (status: SiteStatus, now: Date): SiteStatus =>
  deriveStatus({ ...status, problems: status.incidents.flatMap(({ periods }) => periods) }, now);
