import * as operations from '../../contract/operations/desk-status-operations.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { recordAction } from '../domain/desk/record-action.ts';
import { addSentence, openIncident, requireStatus } from '../domain/status/edit-incidents.ts';
import { statusStore } from '../domain/status/status-store.ts';
import { s3 } from '../platform/aws/s3.ts';
import type { Desk } from './compose.ts';

type Dependencies = ReturnType<typeof compose>;

export const compose = (desk: Desk) => ({ ...desk, status: statusStore(s3(), desk.config.SITE_BUCKET) });

export const deskStatus = ({ serveDesk, status }: Dependencies) =>
  serveDesk(operations.deskStatus, async () => {
    const current = await status.read();
    return current ? { status: current } : {};
  });

export const deskOpenIncident = ({ serveDesk, status, ...dependencies }: Dependencies) =>
  serveDesk(operations.deskOpenIncident, async ({ caller, data, now }) => {
    const { actionId, text: reason } = data;
    const action = describeAction({ caller, data: { actionId, reason } }, 'openIncident', {});
    await recordAction(dependencies, action, async () => {
      await status.change((current) => openIncident(requireStatus(current), data, now));
      return data.components.join(', ');
    });
    return {};
  });

export const deskUpdateIncident = ({ serveDesk, status, ...dependencies }: Dependencies) =>
  serveDesk(operations.deskUpdateIncident, async ({ caller, data, now }) => {
    const { actionId, text: reason, incidentId: incident, ends } = data;
    const action = describeAction({ caller, data: { actionId, reason } }, 'updateIncident', { incident });
    await recordAction(dependencies, action, async () => {
      await status.change((current) => addSentence(requireStatus(current), data, now));
      return ends ? 'ended' : undefined;
    });
    return {};
  });
