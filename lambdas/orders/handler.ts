import { consumeAll } from '../platform/consume.ts';
import { acceptWithdrawal } from './accept-withdrawal.ts';
import { compose } from './compose.ts';
import { mailOffer } from './mail-offer.ts';
import { settlePayment } from './settle-payment.ts';

export const handler = consumeAll([settlePayment, acceptWithdrawal, mailOffer], compose);
