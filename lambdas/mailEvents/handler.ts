import { consumeAll } from '../platform/consume.ts';
import { compose } from './compose.ts';
import { handleComplaint } from './handle-complaint.ts';
import { recordBounce, recordDelivery, recordRenderingFailure } from './record-reports.ts';

export const handler = consumeAll(
  [recordBounce, recordRenderingFailure, recordDelivery, handleComplaint],
  compose,
);
