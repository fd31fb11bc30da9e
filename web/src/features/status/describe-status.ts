import type { ComponentState, SiteStatus, StatusDay } from '../../../../contract/records/site-status.ts';
import {
  freshMinutes,
  namesOf,
  statusComponents,
  statusDays,
} from '../../../../contract/rules/status-rules.ts';
import { formatDate } from '../../lib/format-date.ts';

/** `unsure` for every component when the last check is too old. */
export type ShownState = ComponentState | 'unsure';

const minuteMs = 60_000;

const ageMinutes = ({ checkedAt }: SiteStatus, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(checkedAt)) / minuteMs));

export const isOld = (status: SiteStatus, now: Date): boolean => ageMinutes(status, now) > freshMinutes;

/** "just now", "3 minutes ago". */
export function ageInWords(status: SiteStatus, now: Date): string {
  const age = ageMinutes(status, now);
  return age === 0 ? 'just now' : `${durationInWords(age)} ago`;
}

/** The worst state of all components, and a sentence about it. It promises no more than the alarms report. */
export function describeAll(status: SiteStatus, now: Date): { state: ShownState; headline: string } {
  if (isOld(status, now)) return { state: 'unsure', headline: 'We are not sure right now' };
  const inState = (state: ComponentState) =>
    statusComponents.filter((component) => status.components[component] === state);
  const headlines: [ComponentState, string][] = [
    ['problem', 'Problem with: '],
    ['noData', 'No data about: '],
    ['watching', 'No new problem for now: '],
  ];
  for (const [state, beginning] of headlines) {
    const components = inState(state);
    if (components.length > 0) return { state, headline: `${beginning}${namesOf(components)}` };
  }
  return { state: 'noReports', headline: 'No problems reported' };
}

/** "40 minutes", "1 hour 20 minutes", "2 days 3 hours". */
export function durationInWords(minutes: number): string {
  const parts: [number, string][] = [
    [Math.floor(minutes / 1440), 'day'],
    [Math.floor(minutes / 60) % 24, 'hour'],
    [minutes < 1440 ? minutes % 60 : 0, 'minute'],
  ];
  const named = parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`);
  return named.join(' ') || 'less than a minute';
}

/** The days in words, which show no more than the bars. */
export function describeDays(days: StatusDay[]): string {
  const withProblem = days.filter(({ state }) => state === 'problem');
  const withoutData = days.filter(({ state }) => state === 'noData').length;
  const total = withProblem.reduce((sum, { problemMinutes }) => sum + problemMinutes, 0);
  if (withoutData === days.length) return 'No data for a whole day yet';
  const count = (number: number) => `${number} ${number === 1 ? 'day' : 'days'}`;
  return [
    withProblem.length === 0
      ? 'No problems reported'
      : `Problems on ${count(withProblem.length)}, ${durationInWords(total)} in all`,
    ...(withoutData === 0 ? [] : [`no data for all or part of ${count(withoutData)}`]),
  ].join('; ');
}

/** Claims nothing about the time before the first check. */
export function describeNoIncidents({ watchedSince }: SiteStatus, now: Date): string {
  const watchedMs = now.getTime() - Date.parse(watchedSince);
  return watchedMs < statusDays * 1440 * minuteMs
    ? `None since the first check on ${formatDate(watchedSince)}.`
    : `None in the last ${statusDays} days.`;
}

/** "November 12, 2026: 40 minutes". */
export const describeDay = ({ day, problemMinutes }: StatusDay): string =>
  `${formatDate(day)}: ${durationInWords(problemMinutes)}`;
