import * as events from '../../contract/events/events.ts';
import { withdrawalToken } from '../domain/mail/link-token.ts';
import { settleOrder } from '../domain/orders/settle-order.ts';
import { readAccount } from '../domain/users/read-account.ts';
import { processWithdrawal } from '../domain/withdrawals/process-withdrawal.ts';
import { consume } from '../platform/consume.ts';
import type { Dependencies } from './compose.ts';

export const acceptWithdrawal = (dependencies: Dependencies) => {
  const { openStripe, pool, readLinkKey, send, siteUrl, userPoolId } = dependencies;
  return consume(events.withdrawalSubmitted, (withdrawal, context) =>
    processWithdrawal(
      {
        ...dependencies,
        readAccount: (email) => readAccount(pool, userPoolId, email),
        settle: async (sessionId, withdrawnAt) => {
          const stripe = await openStripe();
          return settleOrder({ ...dependencies, stripe }, { sessionId, cause: 'withdrawal', withdrawnAt });
        },
        linkFor: async (statement) => {
          const token = withdrawalToken.sign(await readLinkKey(), statement);
          return `${siteUrl}/withdraw#token=${token}`;
        },
        send: (email) => send(email, context),
      },
      withdrawal,
    ),
  );
};
