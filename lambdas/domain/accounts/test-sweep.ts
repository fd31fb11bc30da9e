import { randomUUID } from 'node:crypto';
import { DeleteCommand, PutCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, vi } from 'vitest';
import { stackTable } from '../../../test/stack-tables.ts';
import { testTables } from '../../platform/test-tables.ts';
import { orderStore } from '../orders/order-store.ts';
import { referralStore } from '../referrals/referral-store.ts';
import { newUser } from '../users/new-user.ts';
import { userStore } from '../users/user-store.ts';
import { type SweepObserver, sweepAccounts } from './sweep-accounts.ts';
import { sweepProgressStore } from './sweep-progress.ts';

export const hourMs = 60 * 60 * 1000;

/** The user pool, the bus, the queue and the clock. */
interface SweptWorld {
  accounts: Map<string, { status: string; createdAt: Date; isPaid: boolean }>;
  deletions: { userId: string; email: string }[];
  syncs: string[];
  licenseRequests: string[];
  nowMs: number;
}

/** A sweep of tables in memory. Each test starts with empty tables and no accounts. */
export function testSweep() {
  const tables = ['Users', 'Referrals', 'Limits', 'Orders'].map(stackTable);
  const [usersTable = '', referralsTable = '', limitsTable = '', ordersTable = ''] = tables.map(
    ({ name }) => name,
  );
  const client = testTables(...tables);
  const world = startWorld();
  beforeEach(async () => {
    Object.assign(world, startWorld());
    for (const table of tables) await removeItems(client, table);
  });
  const dependencies = {
    accounts: testPool(world),
    group: { isMember: async (userId: string) => world.accounts.get(userId)?.isPaid },
    users: userStore(client, usersTable),
    referrals: referralStore(client, referralsTable),
    progress: sweepProgressStore(client, limitsTable),
    requestGroupSync: async (userId: string) => void world.syncs.push(userId),
    siteName: 'lorewright-dev',
    orders: orderStore(client, ordersTable),
    requestLicense: async (orderId: string) => void world.licenseRequests.push(orderId),
    requestDeletion: async (deletion: { userId: string; email: string }) =>
      void world.deletions.push(deletion),
    now: () => new Date(world.nowMs),
  };
  const observer = {
    hasTime: () => true,
    hasTimeForUnconfirmed: () => true,
    swept: vi.fn<SweepObserver['swept']>(),
    deletionsWithheld: vi.fn<SweepObserver['deletionsWithheld']>(),
    failed: vi.fn<SweepObserver['failed']>(),
  };
  type Changes = Partial<typeof dependencies & typeof observer>;
  const sweep = (changes: Changes = {}, options = {}) =>
    sweepAccounts({ ...dependencies, ...changes }, { ...observer, ...changes }, options);

  return {
    world,
    dependencies,
    sweep,
    ...testRecords(client, usersTable, world),
    /** Gives a user the license of a new order, without a license file. */
    async addLicense(userId: string, orderId: string): Promise<void> {
      const licensedAt = new Date(world.nowMs).toISOString();
      await client.send(
        new UpdateCommand({
          TableName: usersTable,
          Key: { userId },
          UpdateExpression: 'SET licenses = :licenses',
          ExpressionAttributeValues: { ':licenses': { [orderId]: licensedAt } },
        }),
      );
      const order = { orderId, userId, status: 'paid', amountInCents: 4900, licensedAt, version: 1 };
      await client.send(new PutCommand({ TableName: ordersTable, Item: order }));
    },
    putReferralItem: (item: object) => client.send(new PutCommand({ TableName: referralsTable, Item: item })),

    /** Runs the sweep with time for one item per run. */
    async runToTheEnd(changes: Changes = {}, options = {}): Promise<number> {
      let runs = 0;
      for (let isComplete = false; !isComplete && runs < 1_000; runs++) {
        let left = 1;
        const hasTime = () => left-- > 0;
        ({ isComplete } = await sweep({ ...changes, hasTime }, runs === 0 ? options : {}));
      }
      return runs;
    },
  };
}

const startWorld = (): SweptWorld => ({
  accounts: new Map(),
  deletions: [],
  syncs: [],
  licenseRequests: [],
  nowMs: Date.parse('2026-01-01T00:00:00Z'),
});

async function removeItems(
  client: ReturnType<typeof testTables>,
  { name: TableName, keySchema }: ReturnType<typeof stackTable>,
): Promise<void> {
  const { Items: items = [] } = await client.send(new ScanCommand({ TableName }));
  for (const item of items) {
    const Key = Object.fromEntries(keySchema.map(({ AttributeName: key }) => [key, item[key]]));
    await client.send(new DeleteCommand({ TableName, Key }));
  }
}

const testPool = (world: SweptWorld) => ({
  async *unconfirmed() {
    for (const [userId, { status, createdAt }] of [...world.accounts]) {
      if (status === 'UNCONFIRMED') yield { userId, createdAt };
    }
  },
  statusOf: async (userId: string) => world.accounts.get(userId)?.status,
  remove: async (userId: string) => void world.accounts.delete(userId),
});

function testRecords(client: ReturnType<typeof testTables>, TableName: string, world: SweptWorld) {
  async function addRecord({ hoursOld = 2, isActive = false } = {}): Promise<string> {
    const userId = randomUUID();
    const record = newUser(userId, `${userId}@example.test`, new Date(world.nowMs - hoursOld * hourMs));
    const status = isActive ? 'active' : 'none';
    const Item = { ...record, subscription: { ...record.subscription, status } };
    await client.send(new PutCommand({ TableName, Item }));
    return userId;
  }
  return {
    addRecord,
    async addPerson({ isActive = false, isPaid = false } = {}): Promise<string> {
      const userId = await addRecord({ isActive });
      world.accounts.set(userId, { status: 'CONFIRMED', createdAt: new Date(0), isPaid });
      return userId;
    },
    deletionsOf: (userId: string) => world.deletions.filter((deletion) => deletion.userId === userId),
  };
}
