import { consumeAll } from '../platform/consume.ts';
import { compose } from './compose.ts';
import { sendApproved } from './send-approved.ts';
import { startDue } from './start-due.ts';

export const handler = consumeAll([sendApproved, startDue], compose);
