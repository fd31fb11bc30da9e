import { deepEqual, equal } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  CloudFormationClient,
  DeleteStackCommand,
  waitUntilStackDeleteComplete,
} from '@aws-sdk/client-cloudformation';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { contactSubmitted } from '../../contract/events/events.ts';
import { formerStackParts, stackNameOf } from '../../lib/stack-parts.ts';
import { until } from '../../scripts/commands/smoke/until.ts';
import { localClient } from '../../scripts/commands/stage/connect.ts';
import { listStackResources } from '../../scripts/commands/stage/stacks.ts';
import { replacingProperties } from '../../test/infra/replacing-properties.ts';
import { pay } from '../../test/pay.ts';
import { callOperation, mailsTo, newAddress, type Person, registerPerson } from '../../test/person.ts';
import { blogPaths } from '../../test/site-paths.ts';
import { unpackCommit } from '../../test/unpack-commit.ts';
import type { Adaptation } from './adapt-template.ts';
import { breakMailer, contactDetail, countDeadLetters, untilTeamHas } from './check-dead-letter.ts';
import { bootstrap, deploy, synthesizeStacks } from './deploy-stacks.ts';
import { openSecondCloud, type SecondCloud } from './open-second-cloud.ts';
import type { Deployed } from './read-deployed.ts';

/** The last commit with seven stacks, whose functions EventBridge invoked without queues. */
const formerCommit = 'dd22a337';

interface UpdateOptions {
  commands: string;
  folder: string;
  adaptation: Adaptation;
  say: (text: string) => void;
}

/**
 * Deploys the stacks of a former commit, makes data, and deploys the current stacks over them in the steps of
 * docs/deploy.md#from-seven-stacks-to-five.
 * @throws Error when the update replaces a resource that holds data, or data is lost, or something does not work
 */
export async function checkUpdate(cloud: SecondCloud, options: UpdateOptions): Promise<void> {
  const { commands, folder, adaptation, say } = options;
  const { ministack, site } = cloud;
  const checkout = join(folder, 'commit');
  mkdirSync(checkout);
  unpackCommit(formerCommit, checkout);
  await synthesizeStacks(join(checkout, 'stacks'), { ministack, commands, adaptation, checkout });
  await bootstrap(ministack);
  await deploy(ministack, join(checkout, 'stacks'));
  Object.assign(process.env, ministack.env);
  say(`Deployed the stacks of the commit ${formerCommit}.`);

  const formerNames = await openSecondCloud(cloud);
  const people = await makeData(site.url);
  const dataHolders = await listDataHolders();
  const before = await readAll(site.url, people);
  say('Made accounts, orders, licenses, feedback and a referral.');

  const redrive = async (cwd: string, ...args: string[]) => {
    const env = { ...process.env, AWS_ENDPOINT_URL_SQS: cloud.services.endpoint };
    const command = ['scripts/commands/redrive.ts', ...args, '--stage', 'dev'];
    return (await promisify(execFile)(process.execPath, command, { cwd, env })).stdout.trim();
  };
  const [sentBefore, sentAfter] = [randomUUID(), randomUUID()];
  await makeDeadLetter(cloud, formerNames, sentBefore);
  await redrive(checkout);
  await untilTeamHas(site.url, sentBefore);
  equal(await redrive(checkout, 'list'), 'There are no dead letters.');
  await makeDeadLetter(cloud, formerNames, sentAfter);
  say('Sent a dead letter back, and left another one.');

  await synthesizeStacks(join(folder, 'stacks'), { ministack, commands, adaptation });
  await deleteFormerStacks();
  await deploy(ministack, join(folder, 'stacks'));
  await openSecondCloud(cloud);
  say('Deleted the stacks api and desk, and deployed the current stacks.');

  deepEqual(await listDataHolders(), dataHolders);
  for (const person of people) deepEqual(await person.signInAgain(), { groups: ['paid'] });
  deepEqual(await readAll(site.url, people), before);
  for (const person of people) {
    const { url, sizeInBytes } = await person.call('download', { platform: 'mac-arm64' });
    equal((await (await fetch(url)).bytes()).length, sizeInBytes);
  }
  await buy(site.url, await registerPerson(site.url, newAddress()));
  await redrive('.', 'mailer');
  await untilTeamHas(site.url, sentAfter);
  equal(await redrive('.', 'list'), 'There are no dead letters.');
  say(`Everything is still there and works. ${dataHolders.length} resources with data were kept.`);
}

/** A buyer, and a person with a free license who came with the buyer's referral code. Both have sent feedback. */
async function makeData(siteUrl: string): Promise<Person[]> {
  const buyer = await registerPerson(siteUrl, newAddress());
  const friend = await registerPerson(siteUrl, newAddress());
  const { code: referralCode } = await buyer.call('myReferrals');
  await callOperation(siteUrl, 'referralImpression', { data: { referralCode } });
  await buy(siteUrl, buyer);
  await buy(siteUrl, friend, { priceId: 'price_local_early_access', referralCode });
  for (const person of [buyer, friend])
    await person.call('feedback', { feedbackId: randomUUID(), content: 'More islands.' });
  await until({ what: 'referral' }, async () =>
    (await buyer.call('myReferrals')).months.some(
      ({ impressions, licenses }) => impressions + licenses === 2,
    ),
  );
  return [buyer, friend];
}

/** Pays, and waits for the license and its email. */
async function buy(
  siteUrl: string,
  person: Person,
  choice: { priceId?: string; referralCode?: string } = {},
) {
  const [success_url, cancel_url] = [`${siteUrl}/pricing?checkout=success`, `${siteUrl}/pricing`];
  const order = { priceId: 'price_local_lifetime', success_url, cancel_url, ...choice };
  const { sessionId, url } = await person.call('checkout', order);
  await pay(url);
  await until({ what: 'email with the license' }, async () =>
    (await mailsTo(siteUrl, person.email)).some(({ text }) => text.includes(`Order: ${sessionId}`)),
  );
  await until({ what: 'membership of the group paid' }, async () =>
    (await person.signInAgain()).groups.includes('paid'),
  );
}

/** Everything that the site stores about these people, and the titles of its articles. */
async function readAll(siteUrl: string, people: Person[]) {
  const stored = await Promise.all(
    people.map(async (person) => ({
      // The first call creates the person's referral code.
      referrals: await person.call('myReferrals'),
      me: await person.call('me'),
      orders: await person.call('myOrders'),
      everything: { ...(await person.call('exportMyData')), exportedAt: undefined },
    })),
  );
  const titles = await Promise.all(
    blogPaths().map(async (path) => {
      const page = await fetch(siteUrl + path);
      equal(page.status, 200);
      return /<h1[^>]*>(.*?)<\/h1>/s.exec(await page.text())?.[1];
    }),
  );
  return { stored, titles };
}

/** Breaks the function that sends emails until an event about a message to the team is a dead letter. */
async function makeDeadLetter(
  { ministack, site }: SecondCloud,
  deployed: Deployed,
  message: string,
): Promise<void> {
  const repair = await breakMailer(ministack, deployed);
  const { source, type } = contactSubmitted;
  const event = { id: randomUUID(), source, 'detail-type': type, detail: contactDetail(message) };
  // As EventBridge does on AWS, where Lambda repeats an event that fails. The events of MiniStack's EventBridge are not repeated.
  await new LambdaClient(localClient(ministack.endpoint)).send(
    new InvokeCommand({
      FunctionName: deployed.functionNamed('mailer'),
      InvocationType: 'Event',
      Payload: JSON.stringify(event),
    }),
  );
  await until({ what: 'dead letter' }, async () => (await countDeadLetters(site.url)) === 1);
  await repair();
}

async function deleteFormerStacks(): Promise<void> {
  const client = new CloudFormationClient();
  for (const part of formerStackParts.toReversed()) {
    const StackName = stackNameOf('lorewright-dev', part);
    await client.send(new DeleteStackCommand({ StackName }));
    await waitUntilStackDeleteComplete({ client, maxWaitTime: 120 }, { StackName });
  }
}

/** The tables, buckets, user pools, keys and secrets, with their names on AWS. */
const listDataHolders = async () =>
  (await listStackResources('dev'))
    .filter(({ type }) => type in replacingProperties)
    .sort((one, other) => one.logicalId.localeCompare(other.logicalId));
