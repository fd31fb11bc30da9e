import { TextAreaField } from '@aws-amplify/ui-react';
import { useCallback } from 'react';
import { type Incident, isTeamPeriod } from '../../../../contract/records/site-status.ts';
import {
  maxStatusSentence,
  namesOf,
  statusComponentNames,
  statusComponents,
} from '../../../../contract/rules/status-rules.ts';
import { textOf } from '../../components/forms/submit-form.tsx';
import { Section } from '../../components/section.tsx';
import { WithAnswer } from '../../components/with-answer.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { DeskAction } from './desk-action.tsx';
import { detailsAfter } from './details-after.ts';
import { keepText, unsentText } from './unsent-text.ts';
import { useOutcome } from './use-outcome.tsx';
import { useReading } from './use-reading.ts';
import { utcTime } from './utc-time.ts';

/** The incidents of the status page, and what the team says about them. */
export function StatusView() {
  const { answer, reload } = useReading(useCallback(() => callDesk('deskStatus', {}), []));
  const { announce, statusLine } = useOutcome();

  async function afterAction(outcome: string) {
    await reload();
    announce(outcome);
  }

  return (
    <Section id="status" heading="Status">
      {statusLine}
      <WithAnswer answer={answer} loadingLabel="Loading the status…">
        {({ status }) =>
          status ? (
            <div className={styles.desk}>
              <p>{`Last check ${utcTime(status.checkedAt)}. Visitors see a change after a minute.`}</p>
              <div className={styles.actions}>
                <OpenIncident onChange={afterAction} />
              </div>
              {status.incidents.length === 0 && <p>No incident in 90 days.</p>}
              <ul className={styles.list}>
                {status.incidents.map((incident) => (
                  <IncidentItem key={incident.id} incident={incident} onChange={afterAction} />
                ))}
              </ul>
            </div>
          ) : (
            <p>The first check follows within five minutes of a deployment.</p>
          )
        }
      </WithAnswer>
    </Section>
  );
}

type OnChange = (outcome: string) => Promise<void>;

function OpenIncident({ onChange }: { onChange: OnChange }) {
  return (
    <DeskAction
      label="Report a problem"
      needsNoReason
      act={({ actionId }, fields) => {
        const components = statusComponents.filter((component) => fields.has(component));
        if (components.length === 0) throw new ApiError('invalid-argument', 'Choose what has the problem.');
        return callDesk('deskOpenIncident', { actionId, components, text: textOf(fields, 'text') });
      }}
      onDone={() => {
        keepText('new incident', '');
        return onChange('The status page reports the problem until you end it.');
      }}
    >
      <fieldset className={styles.components}>
        <legend>What has the problem</legend>
        {statusComponents.map((component) => (
          <label key={component} className={styles.check}>
            <input type="checkbox" name={component} />
            <span>{statusComponentNames[component]}</span>
          </label>
        ))}
      </fieldset>
      <Sentence field="new incident" />
    </DeskAction>
  );
}

function Sentence({ field }: { field: string }) {
  return (
    <TextAreaField
      label="Sentence"
      descriptiveText="Everybody can read it, and it cannot be changed later."
      name="text"
      rows={3}
      maxLength={maxStatusSentence}
      defaultValue={unsentText(field)}
      onChange={({ target }) => keepText(field, target.value)}
      isRequired
      autoFocus
    />
  );
}

function IncidentItem({ incident, onChange }: { incident: Incident; onChange: OnChange }) {
  const { id, components, startedAt, endedAt, periods, sentences } = incident;
  const lasts = periods.filter(({ to }) => to === undefined);
  const addSentence = (label: string, ends: boolean, outcome: string) => (
    <DeskAction
      label={label}
      needsNoReason
      act={({ actionId }, fields) =>
        callDesk('deskUpdateIncident', { actionId, incidentId: id, ends, text: textOf(fields, 'text') })
      }
      onDone={() => {
        keepText(`incident ${id}`, '');
        return onChange(outcome);
      }}
      onConflict={onChange}
    >
      <Sentence field={`incident ${id}`} />
    </DeskAction>
  );
  return (
    <li>
      <strong>{namesOf(components)}</strong>
      <span>
        {detailsAfter([
          `since ${utcTime(startedAt)}`,
          endedAt && `ended ${utcTime(endedAt)}`,
          lasts.length > 0 &&
            `reported by ${lasts.map((period) => (isTeamPeriod(period) ? 'the team' : period.source)).join(', ')}`,
        ])}
      </span>
      {sentences.map(({ sentenceId, at, text }) => (
        <p key={sentenceId} className={styles.words}>{`${utcTime(at)}: ${text}`}</p>
      ))}
      <div className={styles.actions}>
        {addSentence('Add a sentence', false, 'Added the sentence.')}
        {lasts.some(isTeamPeriod) && addSentence('End with a sentence', true, 'Ended.')}
      </div>
    </li>
  );
}
