import { describe, expect, test } from 'vitest';
import { findCollisions, findMistakes } from './find-mistakes.ts';
import type { StageSettings } from './stage-settings.ts';
import { stages } from './stages.ts';

const withDomain: StageSettings = {
  ...stages.local,
  domain: { name: 'lorewright.example', hostedZoneId: 'Z0123456789ABC' },
};
const mistakesOf = (changes: Partial<StageSettings>) => findMistakes({ ...withDomain, ...changes });

test.each(Object.entries(stages))('finds no mistake in the settings of %s', (_, settings) => {
  expect(findMistakes(settings)).toEqual([]);
});

test.each([
  ['the zone of the same name', { name: 'lorewright.example', hostedZoneId: 'Z1' }],
  ['a zone above it', { name: 'www.lorewright.example', zoneName: 'lorewright.example', hostedZoneId: 'Z1' }],
])('accepts a domain in %s', (_, domain) => {
  expect(mistakesOf({ domain })).toEqual([]);
});

test('accepts a sender below the zone', () => {
  expect(mistakesOf({ senderAddress: 'hello@mail.lorewright.example' })).toEqual([]);
});

test('accepts a question before a referral code is stored', () => {
  expect(mistakesOf({ referralStorage: 'ask' })).toEqual([]);
});

const domain = { name: 'lorewright.example', hostedZoneId: 'Z1' };
test.each([
  [{ senderAddress: 'hello' }, /^senderAddress is "hello"/],
  [{ teamAddress: '' }, /^teamAddress is ""/],
  [{ alarmAddress: 'The team <team@lorewright.example>' }, /^alarmAddress is/],
  [{ domain: { ...domain, name: 'https://lorewright.example' } }, /^domain.name is.*no "https:\/\/"/],
  [{ domain: { ...domain, name: 'Lorewright.example' } }, /^domain.name is.*lower case/],
  [{ domain: { ...domain, zoneName: 'lorewright' } }, /^domain.zoneName is "lorewright"/],
  [{ domain: { ...domain, hostedZoneId: '/hostedzone/Z1' } }, /^domain.hostedZoneId is "\/hostedzone\/Z1"/],
  [{ domain: { ...domain, zoneName: 'other.example' } }, /^domain.name.*not in the zone "other.example"/],
  [
    { domain: { ...domain, name: 'notlorewright.example', zoneName: 'lorewright.example' } },
    /^domain.name.*not in the zone/,
  ],
  [{ isReadonly: true }, /^"isReadonly" is not a setting.*isReadOnly/],
  [{ domain: { ...domain, zonename: 'lorewright.example' } }, /^"zonename" is not a setting.*zoneName/],
  [
    { forcesHttpsOnSubdomains: true, domain: undefined },
    /^forcesHttpsOnSubdomains.*without a domain: remove it/,
  ],
  [{ referralStorage: 'never' }, /^referralStorage is "never".*must be 'ask'/],
  [{ seller: { name: '', address: ['1 Main Street'] } }, /^owner needs a name/],
  [{ seller: { name: 'Lorewright', address: [] } }, /^owner needs .* postal address/],
  [{ monthlyBudgetInDollars: 0 }, /^monthlyBudgetInDollars is 0/],
  [{ monthlyBudgetInDollars: '100' }, /^monthlyBudgetInDollars/],
  [{ monthlyBudgetInDollars: null }, /^monthlyBudgetInDollars is null/],
  [{ salesTax: 'yes' }, /^salesTax is "yes": it must be "included" or "excluded"/],
  [
    { domain: { ...domain, name: 'www.lorewright.example' } },
    /^senderAddress.*add zoneName: 'lorewright.example'/,
  ],
  [{ senderAddress: 'hello@other.example' }, /^senderAddress.*in the zone "lorewright.example"/],
] as [object, RegExp][])('reports %j', (changes, sentence) => {
  expect(mistakesOf(changes).some((mistake) => sentence.test(mistake))).toBe(true);
});

test('accepts a URL for the repository', () => {
  expect(findMistakes(withDomain, 'https://github.com/lorewright/site')).toEqual([]);
});

test.each([
  'http://github.com/lorewright/site',
  'git@github.com:lorewright/site.git',
  'https://github.com/lorewright/site.git',
  'https://github.com/lorewright/site/',
  'github.com/lorewright/site',
  '',
])('reports the repository "%s"', (url) => {
  expect(findMistakes(withDomain, url)).toEqual([
    expect.stringMatching(/^repositoryUrl is ".*": .*begin with "https:\/\/"/),
  ]);
});

test('reports all mistakes at once', () => {
  expect(mistakesOf({ teamAddress: 'team', alarmAddress: 'alarm' })).toHaveLength(2);
});

describe('next to another stage', () => {
  const zone = { zoneName: 'lorewright.example', hostedZoneId: 'Z1' };
  const prod: StageSettings = {
    ...stages.local,
    senderAddress: 'hello@lorewright.example',
    domain: { ...zone, name: 'lorewright.example' },
  };
  const dev: StageSettings = {
    ...stages.local,
    senderAddress: 'hello@dev.lorewright.example',
    domain: { ...zone, name: 'dev.lorewright.example' },
  };
  const collisionsOf = (changes: Partial<StageSettings>) =>
    findCollisions({ ...dev, ...changes }, [['prod', prod]]);

  test.each([
    ['a name and a sender of its own, in the same zone', {}],
    [
      'the same sender, in a zone of another account',
      { senderAddress: prod.senderAddress, domain: { name: 'dev.lorewright.example', hostedZoneId: 'Z2' } },
    ],
    ['no domain', { senderAddress: prod.senderAddress, domain: undefined }],
  ])('accepts %s', (_, changes) => {
    expect(collisionsOf(changes)).toEqual([]);
  });

  test('reports two senders with one name in one zone', () => {
    expect(collisionsOf({ senderAddress: 'dev@Lorewright.example' })).toEqual([
      expect.stringMatching(/^senderAddress is in "lorewright.example", as on "prod"/),
    ]);
  });

  test('reports two budgets in one account', () => {
    const others: [string, StageSettings][] = [['prod', { ...prod, monthlyBudgetInDollars: 100 }]];
    const withBudget = { ...dev, monthlyBudgetInDollars: 60 };
    expect(findCollisions(withBudget, others)).toEqual([
      expect.stringMatching(/^monthlyBudgetInDollars is set here and on "prod".*in the same account/),
    ]);
    expect(findCollisions(dev, others)).toEqual([]);
    const inOtherZone = { name: 'dev.lorewright.example', hostedZoneId: 'Z2' };
    expect(findCollisions({ ...withBudget, domain: inOtherZone }, others)).toEqual([]);
  });

  test('reports one name for two sites, even across accounts', () => {
    expect(collisionsOf({ domain: { name: 'lorewright.example', hostedZoneId: 'Z2' } })).toEqual([
      expect.stringMatching(/^domain.name is "lorewright.example", as on "prod"/),
    ]);
  });
});
