import type { OrderStatus } from '../../contract/records/order-states.ts';

/**
 * The expected state of a checkout, from the buyer's and the bank's actions only, without our code.
 */
export interface ModelOrder {
  sessionId: string;
  userId: string;
  referralCode: string | undefined;
  amountInCents: number;
  money: 'none yet' | 'never' | 'under way' | 'refused' | 'here';
  refundedInCents: number;
  disputes: Map<string, 'asked' | 'open' | 'won' | 'lost' | 'closed'>;
}

export function statusOf({ money, amountInCents, refundedInCents, disputes }: ModelOrder): OrderStatus {
  switch (money) {
    case 'none yet':
      return 'created';
    case 'never':
      return 'expired';
    case 'under way':
      return 'paymentPending';
    case 'refused':
      return 'failed';
    case 'here': {
      const ends = [...disputes.values()];
      if (amountInCents === 0) return 'free';
      if (refundedInCents === amountInCents) return 'refunded';
      if (ends.includes('lost')) return 'disputeLost';
      if (ends.includes('open')) return 'disputed';
      if (refundedInCents > 0) return 'partlyRefunded';
      return ends.includes('won') ? 'disputeWon' : 'paid';
    }
  }
}

const licensed: readonly OrderStatus[] = ['free', 'paid', 'partlyRefunded', 'disputed', 'disputeWon'];

export const isLicensed = (status: OrderStatus): boolean => licensed.includes(status);
