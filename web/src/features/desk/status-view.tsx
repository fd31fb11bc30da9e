import { type Incident, isTeamPeriod } from '../../../../contract/records/site-status.ts';
import {
  maxStatusSentence,
  namesOf,
  statusComponentNames,
  statusComponents,
} from '../../../../contract/rules/status-rules.ts';
import { textOf } from '../../components/forms/submit-form.tsx';
import { Section } from '../../components/section.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { DeskAction } from './desk-action.tsx';
import { detailsAfter, utcTime } from './details.tsx';
import { forgetText, UnsentField } from './unsent-field.tsx';
import { useReading } from './use-reading.tsx';
import { List, WithReading } from './with-reading.tsx';

/** The incidents of the status page, and what the team says about them. */
export function StatusView() {
  const reading = useReading('deskStatus', {});
  return (
    <Section id="status" heading="Status">
      <WithReading reading={reading} loadingLabel="Loading the status…">
        {({ status }) =>
          status ? (
            <div className={styles.desk}>
              <p>{`Last check ${utcTime(status.checkedAt)}. Visitors see a change after a minute.`}</p>
              <div className={styles.actions}>
                <OpenIncident />
              </div>
              <List empty="No incident in 90 days.">
                {status.incidents.map((incident) => (
                  <IncidentItem key={incident.id} incident={incident} />
                ))}
              </List>
            </div>
          ) : (
            <p>The first check follows within five minutes of a deployment.</p>
          )
        }
      </WithReading>
    </Section>
  );
}

function OpenIncident() {
  return (
    <DeskAction
      label="Report a problem"
      needsNoReason
      act={async ({ actionId }, fields) => {
        const components = statusComponents.filter((component) => fields.has(component));
        if (components.length === 0) throw new ApiError('invalid-argument', 'Choose what has the problem.');
        await callDesk('deskOpenIncident', { actionId, components, text: textOf(fields, 'text') });
        forgetText('new incident');
      }}
      outcome="The status page reports the problem until you end it."
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
      <Sentence draft="new incident" />
    </DeskAction>
  );
}

const Sentence = ({ draft }: { draft: string }) => (
  <UnsentField
    draft={draft}
    label="Sentence"
    descriptiveText="Everybody can read it, and it cannot be changed later."
    name="text"
    rows={3}
    maxLength={maxStatusSentence}
    autoFocus
  />
);

function IncidentItem({ incident }: { incident: Incident }) {
  const { id, components, startedAt, endedAt, periods, sentences } = incident;
  const lasts = periods.filter(({ to }) => to === undefined);
  const addSentence = (label: string, ends: boolean, outcome: string) => (
    <DeskAction
      label={label}
      needsNoReason
      act={async ({ actionId }, fields) => {
        await callDesk('deskUpdateIncident', {
          actionId,
          incidentId: id,
          ends,
          text: textOf(fields, 'text'),
        });
        forgetText(`incident ${id}`);
      }}
      outcome={outcome}
    >
      <Sentence draft={`incident ${id}`} />
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
