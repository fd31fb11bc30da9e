import { consumeAll } from '../platform/consume.ts';
import { acceptWithdrawal } from './accept-withdrawal.ts';
import { compose } from './compose.ts';
import { settlePayment } from './settle-payment.ts';

export const handler = consumeAll([settlePayment, acceptWithdrawal], compose);
