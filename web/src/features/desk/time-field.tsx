import { SelectField, TextField } from '@aws-amplify/ui-react';
import { useState } from 'react';
import {
  clockOf,
  describeTime,
  problemOfSchedule,
  timeFromClock,
  type ZonedTime,
} from '../../../../contract/rules/zoned-time.ts';
import { textOf } from '../../components/forms/submit-form.tsx';
import { ApiError } from '../../lib/api-error.ts';
import styles from './desk.module.css';

interface TimeFieldProps {
  label: string;
  /** The time to change; missing for a new one. */
  initial?: ZonedTime | undefined;
}

/** A time with a time zone, which is the browser's at first. It says in words which time is taken; `timeOf` reads it from the form. */
export function TimeField({ label, initial }: TimeFieldProps) {
  const [timeZone, setTimeZone] = useState(
    initial?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  );
  const [clock, setClock] = useState(initial ? clockOf(initial) : '');
  return (
    <>
      <TextField
        label={label}
        name="clock"
        type="datetime-local"
        value={clock}
        onChange={({ target }) => setClock(target.value)}
        isRequired
      />
      <SelectField
        label="Time zone"
        name="timeZone"
        value={timeZone}
        options={zonesWith(timeZone)}
        onChange={({ target }) => setTimeZone(target.value)}
      />
      <p role="status" className={`${styles.status} ${styles.consequence}`}>
        {clock && describeChoice(clock, timeZone)}
      </p>
    </>
  );
}

/** `Intl` does not list every zone that it accepts, such as UTC. */
const zonesWith = (timeZone: string) =>
  [...new Set([timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort();

function describeChoice(clock: string, timeZone: string): string {
  const read = timeFromClock(clock, timeZone);
  if ('problem' in read) return read.problem;
  return read.isFirstOfTwo
    ? `Clocks show this time twice, because they are set back. The first is taken: ${describeTime(read.time)}.`
    : `${describeTime(read.time)}.`;
}

/**
 * The time that a form with a `TimeField` has.
 * @throws ApiError `invalid-argument` with a sentence for a time that does not exist, has passed, or is too far ahead
 */
export function timeOf(fields: FormData): ZonedTime {
  const read = timeFromClock(textOf(fields, 'clock'), textOf(fields, 'timeZone'));
  if ('problem' in read) throw new ApiError('invalid-argument', read.problem);
  const problem = problemOfSchedule(read.time, Date.now());
  if (problem) throw new ApiError('invalid-argument', problem);
  return read.time;
}
