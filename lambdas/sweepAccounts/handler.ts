import { consumeAll } from '../platform/consume.ts';
import { compose } from './compose.ts';
import { sweepAdmins } from './sweep-admins.ts';
import { sweepRecords } from './sweep-records.ts';

export const handler = consumeAll([sweepRecords, sweepAdmins], compose);
