import { TextField } from '@aws-amplify/ui-react';
import type { DeskPerson } from '../../../../contract/records/desk-person.ts';
import { factorResetHours } from '../../../../contract/rules/recovery-codes.ts';
import { textOf } from '../../components/forms/submit-form.tsx';
import { downloadExport } from '../../lib/download-export.ts';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { DeskAction } from './desk-action.tsx';

interface AccountActionsProps {
  person: DeskPerson;
  account: NonNullable<DeskPerson['account']>;
}

/** The actions of the team on the account of a person. The server checks them again. */
export function AccountActions({ person, account }: AccountActionsProps) {
  const { userId } = person;
  return (
    <div className={styles.actions}>
      {account.status === 'UNCONFIRMED' && (
        <DeskAction
          label="Send the code again"
          done="The code was sent again."
          act={(request, fields) => {
            const correctedEmail = textOf(fields, 'correctedEmail').trim();
            return callDesk('deskResendConfirmation', { ...request, userId, correctedEmail });
          }}
        >
          <TextField
            label="Address"
            descriptiveText="A corrected address replaces the one that was never confirmed."
            name="correctedEmail"
            type="email"
            autoComplete="off"
            defaultValue={account.email}
            isRequired
          />
        </DeskAction>
      )}
      {account.hasSecondFactor && <FactorAction person={person} />}
      <DeskAction
        label="Sign out everywhere"
        done="Signed out everywhere."
        act={(request) => callDesk('deskSignOut', { ...request, userId })}
      />
      <DeskAction
        label="Export the data"
        done="The data was exported."
        act={(request) =>
          downloadExport(`lorewright-data-${userId}.json`, (page) =>
            callDesk('deskExport', { ...request, ...page, userId }),
          )
        }
      />
      {!account.groups.includes('admin') && (
        <DeskAction
          label="Delete the account"
          act={(request, fields) =>
            callDesk('deskDeleteAccount', { ...request, userId, email: textOf(fields, 'email') })
          }
          outcome="The account is being deleted, which takes a few seconds."
        >
          <TextField
            label="Type the address to confirm"
            descriptiveText="The account and its data are deleted at once. This cannot be undone."
            name="email"
            type="email"
            autoComplete="off"
            isRequired
          />
        </DeskAction>
      )}
    </div>
  );
}

/**
 * The steps after somebody has lost an authenticator app: request to turn off the second factor, then turn it off a day
 * later, or cancel the request. The keys make React replace a button, instead of renaming the one that has the focus.
 */
function FactorAction({ person: { userId, factorReset } }: { person: DeskPerson }) {
  if (!factorReset)
    return (
      <DeskAction
        key="request"
        label={`Turn off the second factor in ${factorResetHours} hours`}
        act={(request) => callDesk('deskTurnOffFactor', { ...request, userId, step: 'request' })}
        outcome={`The owner gets an email. You can turn off the second factor in ${factorResetHours} hours.`}
      />
    );
  return (
    <>
      {Date.parse(factorReset.dueAt) <= Date.now() && (
        <DeskAction
          key="complete"
          label="Turn off the second factor"
          act={(request) => callDesk('deskTurnOffFactor', { ...request, userId, step: 'complete' })}
          outcome="The second factor is off."
        />
      )}
      <DeskAction
        key="cancel"
        label="Keep the second factor"
        act={(request) => callDesk('deskTurnOffFactor', { ...request, userId, step: 'cancel' })}
        outcome="The request is canceled, and the owner gets an email. The second factor stays on."
      />
    </>
  );
}
