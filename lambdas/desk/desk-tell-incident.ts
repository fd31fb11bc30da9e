import * as deskStatusOperations from '../../contract/operations/desk-status-operations.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { recordAction } from '../domain/desk/record-action.ts';
import { addSentence, requireStatus } from '../domain/status/tell-status.ts';
import type { Dependencies } from './compose.ts';

export const deskTellIncident = ({ serveDesk, status, ...dependencies }: Dependencies) =>
  serveDesk(deskStatusOperations.deskTellIncident, async ({ caller, data, now }) => {
    const { actionId, text: reason, incidentId: incident, ends } = data;
    const action = describeAction({ caller, data: { actionId, reason } }, 'tellIncident', { incident });
    await recordAction(dependencies, action, async () => {
      await status.change((current) => addSentence(requireStatus(current), data, now));
      return ends ? 'ended' : undefined;
    });
    return {};
  });
