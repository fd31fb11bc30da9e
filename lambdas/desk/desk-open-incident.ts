import * as deskStatusOperations from '../../contract/operations/desk-status-operations.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { recordAction } from '../domain/desk/record-action.ts';
import { openIncident, requireStatus } from '../domain/status/edit-incidents.ts';
import type { Dependencies } from './compose.ts';

export const deskOpenIncident = ({ serveDesk, status, ...dependencies }: Dependencies) =>
  serveDesk(deskStatusOperations.deskOpenIncident, async ({ caller, data, now }) => {
    const { actionId, text: reason } = data;
    const action = describeAction({ caller, data: { actionId, reason } }, 'openIncident', {});
    await recordAction(dependencies, action, async () => {
      await status.change((current) => openIncident(requireStatus(current), data, now));
      return data.components.join(', ');
    });
    return {};
  });
