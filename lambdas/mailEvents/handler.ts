import { consumeAll } from '../platform/consume.ts';
import { compose } from './compose.ts';
import { handleComplaint } from './handle-complaint.ts';
import { recordBounce } from './record-bounce.ts';
import { recordDelivery } from './record-delivery.ts';
import { recordRenderingFailure } from './record-rendering-failure.ts';

export const handler = consumeAll(
  [recordBounce, recordRenderingFailure, recordDelivery, handleComplaint],
  compose,
);
