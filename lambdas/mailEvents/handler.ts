import { consumeAll } from '../platform/consume.ts';
import { compose } from './compose.ts';
import { handleComplaint } from './handle-complaint.ts';
import { recordBounce } from './record-bounce.ts';
import { recordDelivery } from './record-delivery.ts';
import { recordRenderingFailure } from './record-rendering-failure.ts';

const dependencies = compose();

export const handler = consumeAll(
  [recordBounce, recordRenderingFailure, recordDelivery, handleComplaint].map((consumer) =>
    consumer(dependencies),
  ),
);
