import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { testDynamodb } from '../../lambdas/platform/test-dynamodb.ts';
import { openDynamodb } from '../../local/fakes/dynamodb/open-dynamodb.ts';
import { conflictingClient } from '../payments/conflicting-client.ts';
import { tables as allTables, stackTable } from '../stack-tables.ts';
import { median } from './median.ts';

const rounds = 7;
const licensesPerRound = 40;
const visitsPerSecond = 200;
/** About the duration of a transaction on AWS, which locks its items. */
const transactionMs = 5;

interface Measured {
  msPerLicense: number;
  visits: number;
  /** The settlements that had to restart because a transaction was canceled. */
  retries: number;
}

/**
 * Measures a settlement while many visitors follow a referral link: the link of the referrer of
 * these orders, another link, which costs this machine as much, and none. All take turns in each
 * round.
 */
export async function measureReferrals(
  onRound: (round: number, rounds: number) => void,
): Promise<string[][]> {
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
  const dynamodb = await openDynamodb({ tables: allTables });
  try {
    const local = testDynamodb(() => dynamodb);
    const subjects = [
      { name: 'no visits', visited: undefined, measured: [] as Measured[] },
      { name: `${visitsPerSecond} visits/s by another code`, visited: 'other', measured: [] as Measured[] },
      { name: `${visitsPerSecond} visits/s by the same code`, visited: 'same', measured: [] as Measured[] },
    ];
    for (let round = 0; round <= rounds; round++) {
      onRound(round, rounds);
      for (const { visited, measured } of subjects) {
        const result = await grantLicenses(local, visited);
        // The first round warms up.
        if (round > 0) measured.push(result);
      }
    }
    const [yardstick] = subjects;
    const rows = subjects.map(({ name, measured }) => [
      name,
      median(measured.map(({ msPerLicense }) => msPerLicense)).toFixed(1),
      sum(measured.map(({ visits }) => visits)).toFixed(0),
      sum(measured.map(({ retries }) => retries)).toFixed(0),
      `${median(
        measured.map(
          ({ msPerLicense }, round) =>
            msPerLicense / (yardstick?.measured[round]?.msPerLicense ?? Number.NaN),
        ),
      ).toFixed(2)} ×`,
    ]);
    return [['', 'ms per license', 'visits', 'retries', 'time'], ...rows];
  } finally {
    await dynamodb.close();
  }
}

async function grantLicenses(
  local: ReturnType<typeof testDynamodb>,
  visited: string | undefined,
): Promise<Measured> {
  // Its modules read the log level when they load.
  const { openPaymentWorld } = await import('../payments/payment-world.ts');
  const { impressionShards, referralStore } = await import(
    '../../lambdas/domain/referrals/referral-store.ts'
  );
  const referrals = stackTable('Referrals').name;
  const { client, conflicts } = conflictingClient(local, allTables, () => wait(transactionMs));
  const id = crypto.randomUUID();
  const buyers = Array.from({ length: licensesPerRound }, (_, index) => `buyer-${index}-${id}`);
  const [ana, other] = [`ana-${id}`, `other-${id}`];
  const world = await openPaymentWorld(client, [ana, other, ...buyers]);
  await world.giveCode(ana, `same-${id}`);
  await world.giveCode(other, `other-${id}`);
  for (const buyer of buyers) {
    const sessionId = await world.openWindow(buyer, 'paid', `same-${id}`);
    await world.standIn.actions.pay(sessionId, 'buyer@example.test');
  }

  const store = referralStore(client, referrals);
  let visits = 0;
  let lost = 0;
  const visitsUnderWay: Promise<void>[] = [];
  const began = performance.now();
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / 1000) * visitsPerSecond);
    for (; visited && visits < due; visits++) {
      const visit = store.countImpression(`${visited}-${id}`, new Date(), randomInt(impressionShards));
      visitsUnderWay.push(
        visit.catch(() => {
          lost += 1;
        }),
      );
    }
  }, 1);
  for (const event of [...world.waiting]) await world.handle(event);
  const ms = performance.now() - began;
  clearInterval(timer);
  await Promise.all(visitsUnderWay);
  if (lost > 0) throw new Error(`${lost} of ${visits} visits were not counted.`);
  return { msPerLicense: ms / licensesPerRound, visits, retries: conflicts.length };
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
