import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { KMSClient } from '@aws-sdk/client-kms';
import { currentOffer } from '../../contract/rules/catalog.ts';
import { kmsSigner } from '../../lambdas/domain/licenses/kms-signer.ts';
import { claimsOf, type LicenseSigner, signLicense } from '../../lambdas/domain/licenses/sign-license.ts';
import { rateLimits } from '../../lambdas/domain/limits/rate-limits.ts';
import { type LocalEndpoints, localClient } from '../../scripts/commands/stage/connect.ts';
import { type CloudProcess, startCloudProcess } from '../cloud-process.ts';
import { type Person, readSettings, registerPerson } from '../person.ts';
import { median } from './median.ts';

const rounds = 15;
const requestsPerRound = 20;
const licensesPerRound = 200;

/** Measures updates with a license and with a token, and how fast licenses are signed. */
export async function measureLicenses(onProgress: (text: string) => void): Promise<string[][]> {
  const cloud = await startCloudProcess();
  try {
    return [...(await measureUpdates(cloud, onProgress)), ...(await measureSigning(cloud, onProgress))];
  } finally {
    await cloud.dispose();
  }
}

/** Asks for the same file with both schemes, in turns. */
async function measureUpdates(
  { siteUrl }: CloudProcess,
  onProgress: (text: string) => void,
): Promise<string[][]> {
  const manifest = await (await fetch(`${siteUrl}/updates/latest.yml`)).text();
  const [, file = ''] = /url: "([^"]+)"/.exec(manifest) ?? [];
  // The first round warms up. Nobody exceeds the limit of updates.
  const peopleCount = Math.ceil(((rounds + 1) * requestsPerRound) / rateLimits.updateFile.calls);
  const holders: { token: string; license: string }[] = [];
  while (holders.length < peopleCount) {
    onProgress(`${holders.length} of ${peopleCount} people have a license`);
    holders.push(await registerHolder(siteUrl));
  }
  const subjects = [
    { name: 'an update with a token', headerOf: ({ token }: (typeof holders)[number]) => `Bearer ${token}` },
    {
      name: 'an update with a license',
      headerOf: ({ license }: (typeof holders)[number]) => `License ${license}`,
    },
  ].map((subject) => ({ ...subject, times: [] as number[] }));
  for (let round = 0; round <= rounds; round++) {
    onProgress(`updates: round ${round} of ${rounds}`);
    for (const { headerOf, times } of subjects) {
      const startedAt = performance.now();
      for (let request = 0; request < requestsPerRound; request++) {
        const holder = holders[(round * requestsPerRound + request) % holders.length];
        const authorization = holder ? headerOf(holder) : '';
        const response = await fetch(file, { redirect: 'manual', headers: { authorization } });
        if (response.status !== 302) throw new Error(`An update was answered with ${response.status}.`);
      }
      if (round > 0) times.push((performance.now() - startedAt) / requestsPerRound);
    }
  }
  const [yardstick] = subjects;
  return [
    ['', 'ms', 'time'],
    ...subjects.map(({ name, times }) => [
      name,
      median(times).toFixed(2),
      `${median(times.map((time, round) => time / (yardstick?.times[round] ?? Number.NaN))).toFixed(2)} ×`,
    ]),
  ];
}

async function registerHolder(siteUrl: string): Promise<{ token: string; license: string }> {
  const person = await registerPerson(siteUrl);
  const { priceIds } = await readSettings(siteUrl);
  const { url } = await person.call('checkout', {
    priceId: priceIds[currentOffer] ?? '',
    success_url: `${siteUrl}/pricing?checkout=success`,
    cancel_url: `${siteUrl}/pricing?checkout=cancelled`,
  });
  await fetch(url, { method: 'POST', redirect: 'manual' });
  return { token: person.accessToken, license: await waitForLicense(person) };
}

async function waitForLicense(person: Person): Promise<string> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await wait(100)) {
    const [order] = (await person.call('myOrders')).orders;
    if (order?.licenseFile) return order.licenseFile;
  }
  throw new Error('A license was not issued within 30 seconds.');
}

async function measureSigning(
  { siteUrl, dir }: CloudProcess,
  onProgress: (text: string) => void,
): Promise<string[][]> {
  const { mailEndpoint }: LocalEndpoints = JSON.parse(await readFile(join(dir, 'endpoints.json'), 'utf8'));
  const published = await fetch(`${siteUrl}/.well-known/lorewright-license-keys.json`);
  const [key] = (await published.json()).keys;
  const signer = kmsSigner(new KMSClient(localClient(mailEndpoint)), key.kid);
  const rates: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    onProgress(`signing: round ${round} of ${rounds}`);
    const rate = await signMany(signer);
    if (round > 0) rates.push(rate);
  }
  return [['licenses signed per second', median(rates).toFixed(0), '']];
}

/** @returns licenses per second, one after the other as in a run of `issueLicense` */
async function signMany(signer: LicenseSigner): Promise<number> {
  const startedAt = performance.now();
  for (let license = 0; license < licensesPerRound; license++) {
    const order = { orderId: randomUUID(), amountInCents: 0, licensedAt: new Date().toISOString() };
    const holder = { userId: randomUUID(), email: 'ana@example.test', displayName: 'Anonymous' };
    await signLicense(claimsOf({ siteName: 'lorewright-local', order, holder }), signer);
  }
  return licensesPerRound / ((performance.now() - startedAt) / 1000);
}
