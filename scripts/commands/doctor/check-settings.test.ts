import { describe, expect, it } from 'vitest';
import type * as settings from '../../../settings.ts';
import { checkSettings } from './check-settings.ts';
import { finding } from './test-finding.ts';

const stage = {
  senderAddress: 'hello@lorewright.app',
  teamAddress: 'team@lorewright.app',
  alarmAddress: 'alarm@examplegames.com',
  monthlyBudgetInDollars: 100,
  domain: { name: 'lorewright.app', hostedZoneId: 'Z1' },
  keepsData: true,
};
const own = {
  stages: { dev: stage, prod: stage },
  owner: {
    name: 'Lorewright GmbH',
    address: ['Kaiserstraße 1', '10115 Berlin'],
    vatId: 'DE123456789',
    register: { authority: 'Amtsgericht Charlottenburg', number: 'HRB 12345 B' },
    responsiblePerson: 'Ana Berg',
    contactAddress: 'hello@lorewright.app',
  },
  communityLinks: {
    chat: 'https://chat.lorewright.app',
    forum: 'https://forum.lorewright.app',
    donate: 'https://donate.lorewright.app',
  },
  signing: { windowsPublisher: 'Lorewright GmbH', appleTeamId: 'A1B2C3D4E5' },
  priceIds: { earlyAccess: { dev: 'price_1', prod: 'price_2' }, lifetime: {} },
  originWithoutDomain: 'https://lorewright.example',
} as unknown as typeof settings;

/** The values that settings.ts comes with. */
const exampleStage = {
  senderAddress: 'hello@lorewright.example',
  teamAddress: 'team@lorewright.example',
  alarmAddress: 'alarm@lorewright.example',
  monthlyBudgetInDollars: 100,
  keepsData: true,
};
const examples = {
  stages: { dev: exampleStage, prod: exampleStage },
  owner: {
    name: 'Example Company',
    address: ['1 Example Street', 'Example City'],
    vatId: 'EXAMPLE123456',
    register: { authority: 'Example Register', number: 'EXAMPLE 123456' },
    responsiblePerson: 'Example Person',
    contactAddress: 'hello@lorewright.example',
  },
  communityLinks: {
    chat: 'https://chat.lorewright.example',
    forum: 'https://forum.lorewright.example',
    donate: 'https://donate.lorewright.example',
  },
  signing: { windowsPublisher: 'Example Company', appleTeamId: 'EXAMPLE123' },
  priceIds: {
    earlyAccess: { dev: 'price_example_dev_early_access', prod: 'price_example_prod_early_access' },
    lifetime: {},
  },
};

type Changes = Partial<Record<keyof typeof own, object | string>>;
const check = (name: string, changes: Changes = {}) =>
  checkSettings(name, { ...own, ...changes } as typeof own);
const withOwner = (changes: object) => ({ owner: { ...own.owner, ...changes } });
const withStages = (changes: object) => ({
  stages: { dev: { ...stage, ...changes }, prod: { ...stage, ...changes } },
});

describe('checkSettings', () => {
  it.each(['dev', 'prod'])('accepts the settings of an owner on %s', async (name) => {
    expect(await check(name)).toEqual({ outcome: 'ok', says: 'are your own' });
  });

  it.each(['dev', 'prod'])('names every example of a new repository, on %s', async (name) => {
    const finding = await check(name, examples);
    const paths = [
      ...['senderAddress', 'teamAddress', 'alarmAddress'].map((field) => `stages.${name}.${field}`),
      ...Object.keys(own.owner).map((field) => `owner.${field}`),
      ...Object.keys(own.communityLinks).map((link) => `communityLinks.${link}`),
      'signing.windowsPublisher',
      'signing.appleTeamId',
      `priceIds.earlyAccess.${name}`,
      'originWithoutDomain',
    ];
    expect(finding).toMatchObject({
      outcome: 'problem',
      says: `${paths.length} in settings.ts are missing or still an example`,
    });
    const sentences = 'advice' in finding ? finding.advice.split('\n') : [];
    expect(sentences.map((sentence) => sentence.split(' is ')[0]).sort()).toEqual(paths.sort());
    for (const sentence of sentences) expect(sentence).toMatch(/^[\w.]+ is ".+": write .+\.$/);
  });

  it.each([
    [{ senderAddress: 'hello@lorewright.example' }, 'senderAddress is "hello@lorewright.example": write'],
    [{ teamAddress: '' }, 'teamAddress is missing: write'],
    [{ alarmAddress: 'alarm@example.com' }, 'alarmAddress is "alarm@example.com": write'],
    [
      { domain: { name: 'www.lorewright.example', hostedZoneId: 'Z1' } },
      'domain.name is "www.lorewright.example": write',
    ],
  ])('reports %j as a problem on every stage', async (changes, words) => {
    for (const name of ['dev', 'prod']) {
      expect(await check(name, withStages(changes))).toEqual({
        outcome: 'problem',
        says: '1 in settings.ts is missing or still an example',
        advice: expect.stringContaining(`stages.${name}.${words}`),
      });
    }
  });

  it.each([
    [{ name: 'Example Company' }, 'owner.name is "Example Company": write the legal name'],
    [{ name: '' }, 'owner.name is missing'],
    [{ address: ['1 Example Street', 'Berlin'] }, 'owner.address is "1 Example Street, Berlin"'],
    [{ address: [] }, 'owner.address is missing'],
    [{ vatId: 'EXAMPLE123456' }, 'owner.vatId is "EXAMPLE123456"'],
    [
      { register: { authority: 'Example Register', number: 'HRB 12345 B' } },
      'owner.register is "Example Register, HRB 12345 B"',
    ],
    [{ register: { authority: 'Amtsgericht Charlottenburg' } }, 'owner.register is missing'],
    [{ responsiblePerson: 'Example Person' }, 'owner.responsiblePerson is "Example Person"'],
    [{ contactAddress: 'hello@lorewright.example' }, 'owner.contactAddress is "hello@lorewright.example"'],
  ])('requires what the law does on prod, and warns elsewhere: %j', async (changes, words) => {
    const advice = expect.stringContaining(words);
    expect(await check('prod', withOwner(changes))).toMatchObject({ outcome: 'problem', advice });
    expect(await check('dev', withOwner(changes))).toMatchObject({ outcome: 'warning', advice });
  });

  it.each(['vatId', 'register', 'responsiblePerson'])('accepts null for %s', async (field) => {
    expect(await check('prod', withOwner({ [field]: null }))).toMatchObject({ outcome: 'ok' });
  });

  it.each([
    [{ name: '' }, 'owner.name is missing'],
    [{ address: [] }, 'owner.address is missing'],
    [{ contactAddress: undefined }, 'owner.contactAddress is missing'],
    [{ register: undefined }, 'owner.register is missing'],
    [{ vatId: undefined }, 'owner.vatId is missing'],
  ])('requires what the law does on each stage that sells for money: %j', async (changes, words) => {
    const advice = expect.stringContaining(words);
    const sale = { priceIds: { ...own.priceIds, lifetime: { dev: 'price_3' } } };
    expect(await check('dev', { ...withOwner(changes), ...sale })).toMatchObject({
      outcome: 'problem',
      advice,
    });
    const saleElsewhere = { priceIds: { ...own.priceIds, lifetime: { prod: 'price_3' } } };
    expect(await check('dev', { ...withOwner(changes), ...saleElsewhere })).toMatchObject({
      outcome: 'warning',
      advice,
    });
  });

  it.each([
    [
      { communityLinks: { ...own.communityLinks, forum: 'https://forum.lorewright.example' } },
      'communityLinks.forum',
    ],
    [
      { priceIds: { ...own.priceIds, earlyAccess: { prod: 'price_example_prod' } } },
      'priceIds.earlyAccess.prod',
    ],
    [{ priceIds: { earlyAccess: {}, lifetime: {} } }, 'priceIds.earlyAccess.prod is missing'],
    [{ stages: { prod: { ...stage, domain: undefined } } }, 'originWithoutDomain'],
  ])('warns of what the first deployment can do without: %#', async (changes, path) => {
    expect(await check('prod', changes)).toMatchObject(finding('warning', '', path));
  });
});
