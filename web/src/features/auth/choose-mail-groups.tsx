import type { MailGroup } from '../../../../contract/records/user.ts';
import { mailGroupTexts } from '../../lib/mail-group-texts.ts';
import { knownMailGroups } from './auth-memory.ts';
import styles from './auth-panel.module.css';

/** Offers the mail groups. None is chosen at first, because a person agrees only by an action. */
export function ChooseMailGroups() {
  return (
    <fieldset className={styles.groups}>
      <legend>Emails that you would like to get (optional)</legend>
      {mailGroupTexts.map(({ group, label, text }) => (
        <label key={group}>
          <input type="checkbox" name="mailGroup" value={group} />
          <span>{`${label}: ${text}`}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** The groups that the person has chosen in the form. */
export const mailGroupsOf = (fields: FormData): MailGroup[] => knownMailGroups(fields.getAll('mailGroup'));
