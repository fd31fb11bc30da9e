import * as deskStatusOperations from '../../contract/operations/desk-status-operations.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { recordAction } from '../domain/desk/record-action.ts';
import { addSentence, requireStatus } from '../domain/status/edit-incidents.ts';
import type { Dependencies } from './compose.ts';

export const deskUpdateIncident = ({ serveDesk, status, ...dependencies }: Dependencies) =>
  serveDesk(deskStatusOperations.deskUpdateIncident, async ({ caller, data, now }) => {
    const { actionId, text: reason, incidentId: incident, ends } = data;
    const action = describeAction({ caller, data: { actionId, reason } }, 'updateIncident', { incident });
    await recordAction(dependencies, action, async () => {
      await status.change((current) => addSentence(requireStatus(current), data, now));
      return ends ? 'ended' : undefined;
    });
    return {};
  });
