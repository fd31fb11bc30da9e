import { generateKeyPairSync, sign } from 'node:crypto';
import type { DetailOf } from '../../contract/events/detail-of.ts';
import { idempotencyDays, secondsPerDay } from '../../contract/rules/retention.ts';
import {
  findLicensesDue,
  type IssueDependencies,
  issueLicense,
} from '../../lambdas/domain/licenses/issue-license.ts';
import type { OrderStore } from '../../lambdas/domain/orders/order-store.ts';
import type { UserStore } from '../../lambdas/domain/users/user-store.ts';

const { privateKey } = generateKeyPairSync('ed25519');

/** The queue `issueLicense` and its function, with a key in memory. */
export function openLicenseQueue(
  { orders, users }: { orders: OrderStore; users: UserStore },
  write: (act: () => Promise<void>, target?: string) => Promise<void>,
  now: () => Date,
) {
  const requests: string[] = [];
  /** The orders whose message the function is handling. */
  const issuing = new Set<string>();
  const announced: DetailOf<'licenseIssued'>[] = [];
  const dependencies: IssueDependencies = {
    siteName: 'lorewright-model',
    orders,
    users,
    signer: { keyId: 'key-1', sign: async (message) => sign(null, message, privateKey) },
    now,
    publishLicenseIssued: (license) => write(async () => void announced.push(license)),
  };
  const request = (orderId: string) => write(async () => void requests.push(orderId), 'the queue');

  /**
   * Handles one message like SQS: one at a time for each order. A failed message stays in the queue.
   */
  async function issueNext(): Promise<void> {
    const orderId = requests.find((request) => !issuing.has(request));
    if (orderId === undefined) return;
    issuing.add(orderId);
    try {
      await issueLicense(dependencies, orderId);
      requests.splice(requests.indexOf(orderId), 1);
    } finally {
      issuing.delete(orderId);
    }
  }

  return {
    requests,
    announced,
    request,
    /** Whether a license of this date, in ISO 8601, is still announced when its file is issued. */
    isRecent: (licensedAt: string) =>
      now().getTime() - Date.parse(licensedAt) < idempotencyDays * secondsPerDay * 1000,
    issueNext,
    async issueAll(): Promise<void> {
      while (requests.length > 0) await issueNext();
    },
    /** Requests what is missing, as the daily sweep does. */
    async sweep(userId: string): Promise<void> {
      const user = await users.find(userId);
      if (!user) return;
      for (const orderId of await findLicensesDue(dependencies, user)) await request(orderId);
    },
  };
}
