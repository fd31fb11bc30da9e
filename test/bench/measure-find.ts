import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { findPeople } from '../../lambdas/domain/desk/find-people.ts';
import { orderStore } from '../../lambdas/domain/orders/order-store.ts';
import { referralStore } from '../../lambdas/domain/referrals/referral-store.ts';
import { userStore } from '../../lambdas/domain/users/user-store.ts';
import type { Account } from '../../local/fakes/cognito/account.ts';
import { startCognito } from '../../local/fakes/cognito/start-cognito.ts';
import { openUserPool } from '../../local/fakes/cognito/user-pool.ts';
import { openDynamodb } from '../../local/fakes/dynamodb/open-dynamodb.ts';
import { startDynamodb } from '../../local/fakes/dynamodb/start-dynamodb.ts';
import { localClient } from '../../scripts/commands/stage/connect.ts';
import { tables as allTables, stackTable } from '../stack-tables.ts';
import { median } from './median.ts';

const rounds = 15;
const requestsPerRound = 20;
const sizes = [1000, 100_000];
const poolId = 'us-east-1_Bench';

type World = Awaited<ReturnType<typeof openWorld>>;

/**
 * Measures how the desk finds a person among few and many, as a ratio to reading one record by its
 * key among as many.
 */
export async function measureFind(onProgress: (text: string) => void): Promise<string[][]> {
  const worlds: World[] = [];
  try {
    for (const size of sizes) {
      onProgress(`${size} people register`);
      worlds.push(await openWorld(size));
    }
    const subjects = worlds.flatMap(({ size, readOne, find }) => [
      { name: `one record of ${size}, by its key`, size, act: readOne, times: [] as number[] },
      {
        name: `a person of ${size}, by the beginning of the address`,
        size,
        act: (index: number) => find(addressOf(index).slice(0, -4)),
        times: [] as number[],
      },
      {
        name: `a person of ${size}, by the user id`,
        size,
        act: (index: number) => find(idOf(index)),
        times: [] as number[],
      },
    ]);
    for (let round = 0; round <= rounds; round++) {
      onProgress(`round ${round} of ${rounds}`);
      for (const { size, act, times } of subjects) {
        const startedAt = performance.now();
        for (let request = 0; request < requestsPerRound; request++)
          await act(((round * requestsPerRound + request) * 7919) % size);
        // The first round warms up.
        if (round > 0) times.push((performance.now() - startedAt) / requestsPerRound);
      }
    }
    const [yardstick] = subjects;
    const rows = subjects.map(({ name, times }) => [
      name,
      median(times).toFixed(2),
      `${median(times.map((time, round) => time / (yardstick?.times[round] ?? Number.NaN))).toFixed(2)} ×`,
    ]);
    return [['', 'ms', 'time'], ...rows];
  } finally {
    for (const { close } of worlds) await close();
  }
}

const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
/** The number comes first, so that a beginning names one person. */
const addressOf = (index: number) => `person.${String(index).padStart(6, '0')}@example.test`;

/** The accounts and records of so many people, behind HTTP as on the local cloud. */
async function openWorld(size: number) {
  const dir = await mkdtemp(join(tmpdir(), 'find-'));
  await addPeople(dir, size);
  const cognito = await startCognito({
    dir: join(dir, 'cognito'),
    issuerDomain: 'https://cognito-idp.us-east-1.amazonaws.com',
    pool: {
      id: poolId,
      passwordPolicy: {
        minimumLength: 10,
        requireLowercase: true,
        requireUppercase: true,
        requireNumbers: true,
        requireSymbols: false,
      },
      allowsSignUp: true,
      hasSoftwareTokenMfa: true,
    },
    client: {
      id: 'bench',
      accessTokenMinutes: 30,
      idTokenMinutes: 30,
      refreshTokenDays: 30,
      writeAttributes: ['email'],
    },
    serverClientId: 'bench-server',
    groups: [],
    triggers: [],
    encryptCode: async (code) => code,
  });
  const dynamodb = await startDynamodb({ dir: join(dir, 'dynamodb'), tables: allTables });
  const client = DynamoDBDocumentClient.from(new DynamoDBClient(localClient(dynamodb.endpoint)));
  const users = userStore(client, stackTable('Users').name);
  const dependencies = {
    pool: new CognitoIdentityProviderClient(localClient(cognito.endpoint)),
    userPoolId: poolId,
    orders: orderStore(client, stackTable('Orders').name),
    referrals: referralStore(client, stackTable('Referrals').name),
    readStripe: () => Promise.reject(new Error('No search of this benchmark needs Stripe.')),
  };
  return {
    size,
    async readOne(index: number): Promise<void> {
      if (!(await users.find(idOf(index)))) throw new Error(`There is no record ${index}.`);
    },
    async find(query: string): Promise<void> {
      const found = await findPeople(dependencies, query);
      if (found.length !== 1) throw new Error(`"${query}" found ${found.length} people.`);
    },
    async close(): Promise<void> {
      await Promise.all([cognito.stop(), dynamodb.stop()]);
      await rm(dir, { recursive: true });
    },
  };
}

async function addPeople(dir: string, size: number): Promise<void> {
  const pool = await openUserPool(join(dir, 'cognito'), poolId, []);
  const dynamodb = await openDynamodb({ dir: join(dir, 'dynamodb'), tables: allTables });
  for (let index = 0; index < size; index++) {
    const [userId, email] = [idOf(index), addressOf(index)];
    pool.save(accountOf(userId, email));
    const Item = { userId: { S: userId }, email: { S: email } };
    await dynamodb.run('PutItem', { TableName: stackTable('Users').name, Item });
  }
  await pool.flush();
  await dynamodb.close();
}

function accountOf(userId: string, email: string): Account {
  return {
    Username: userId,
    Enabled: true,
    UserStatus: 'CONFIRMED',
    UserCreateDate: 0,
    UserLastModifiedDate: 0,
    attributes: { sub: userId, email, email_verified: 'true' },
    groups: [],
    // Nobody signs in.
    passwordVerifier: { salt: '', verifier: '' },
    sessions: [],
    codes: {},
  };
}
