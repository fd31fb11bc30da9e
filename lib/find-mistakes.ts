import { salesTaxes } from '../contract/rules/sales-tax.ts';
import type { Domain } from '../settings.ts';
import { senderDomainOf } from './sender-domain.ts';
import type { StageSettings } from './stage-settings.ts';

/** All settings; the compiler reports missing ones. */
const knownSettings: Record<keyof StageSettings, true> = {
  domain: true,
  senderAddress: true,
  teamAddress: true,
  alarmAddress: true,
  monthlyBudgetInDollars: true,
  priceIds: true,
  seller: true,
  fixedHost: true,
  isReadOnly: true,
  salesTax: true,
  sellsEveryOffer: true,
  refusesLeakedPasswords: true,
  forcesHttpsOnSubdomains: true,
  referralStorage: true,
  keepsData: true,
};
const knownDomainSettings: Record<keyof Domain, true> = { name: true, hostedZoneId: true, zoneName: true };
const addresses = ['senderAddress', 'teamAddress', 'alarmAddress'] as const;
const addressPattern = /^[^\s@<>"(),:;[\]\\]+@([a-z0-9-]+\.)+[a-z][a-z0-9-]+$/i;
const namePattern = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*$/;
const repositoryPattern = /^https:\/\/[\w.-]+(\/[\w.-]+)+(?<!\.git)$/;

/**
 * Finds the mistakes in the settings of a stage, one sentence each. CloudFormation would report
 * them one at a time after minutes, or, for a domain that does not resolve, after hours.
 */
export function findMistakes(settings: StageSettings, repositoryUrl?: string): string[] {
  const { domain, senderAddress, monthlyBudgetInDollars: budget } = settings;
  const mistakes = [
    // No compiler checks the settings before a deployment, and a misspelled setting would be
    // ignored.
    ...findUnknown(settings, knownSettings),
    ...addresses
      .filter((field) => !addressPattern.test(settings[field]))
      .map((field) => `${field} is "${settings[field]}", which is not an email address.`),
  ];
  if (!settings.seller?.name || !settings.seller.address?.length)
    mistakes.push('owner needs a name and the lines of a postal address: receipts show them.');
  if (budget !== undefined && (typeof budget !== 'number' || !(budget > 0)))
    mistakes.push(
      `monthlyBudgetInDollars is ${budget}: it must be more than zero. Remove it if another stage of the account has a budget.`,
    );
  if (!salesTaxes.includes(settings.salesTax))
    mistakes.push(`salesTax is "${settings.salesTax}": it must be "included" or "excluded".`);
  if (settings.referralStorage !== undefined && settings.referralStorage !== 'ask')
    mistakes.push(
      `referralStorage is "${settings.referralStorage}": it must be 'ask'. Remove it to store codes without a question.`,
    );
  if (settings.forcesHttpsOnSubdomains && !domain)
    mistakes.push(
      'forcesHttpsOnSubdomains is true without a domain: remove it, because it only works for a domain of yours.',
    );
  if (repositoryUrl !== undefined && !repositoryPattern.test(repositoryUrl))
    mistakes.push(
      `repositoryUrl is "${repositoryUrl}": alarms link to it, so it must begin with "https://", as in "https://github.com/<owner>/<name>", and must not end with "/" or ".git".`,
    );
  return domain ? [...mistakes, ...findMistakesOfDomain(domain, senderAddress)] : mistakes;
}

const findUnknown = (settings: object, known: object): string[] =>
  Object.keys(settings)
    .filter((name) => !Object.hasOwn(known, name))
    .map((name) => `"${name}" is not a setting. The settings are: ${Object.keys(known).join(', ')}.`);

function findMistakesOfDomain(domain: Domain, senderAddress: string): string[] {
  const { name, hostedZoneId, zoneName } = domain;
  const zone = zoneName ?? name;
  const senderDomain = senderDomainOf({ senderAddress });
  const mistakes = findUnknown(domain, knownDomainSettings);
  for (const [field, value] of Object.entries({ name, zoneName })) {
    if (value !== undefined && !namePattern.test(value))
      mistakes.push(
        `domain.${field} is "${value}": a name consists of lower case letters, digits, hyphens and dots, as in "example.com", with no "https://".`,
      );
  }
  // https://docs.aws.amazon.com/Route53/latest/APIReference/API_HostedZone.html
  if (!/^Z[A-Z0-9]{1,31}$/.test(hostedZoneId))
    mistakes.push(
      `domain.hostedZoneId is "${hostedZoneId}": Route 53's zone ids are a Z with capital letters and digits, as in "Z0123456789ABCDEFGHIJ".`,
    );
  if (!isWithin(name, zone))
    mistakes.push(
      `domain.name is "${name}", which is not in the zone "${zone}": it must end with the zone's name.`,
    );
  if (zoneName === undefined && senderDomain !== name && isWithin(name, senderDomain))
    mistakes.push(
      `senderAddress is "${senderAddress}", which is not in the zone "${zone}". If the zone is "${senderDomain}", add zoneName: '${senderDomain}'.`,
    );
  else if (!isWithin(senderDomain, zone))
    mistakes.push(
      `senderAddress is "${senderAddress}": with a domain, emails must come from a name in the zone "${zone}", whose records SES checks.`,
    );
  return mistakes;
}

/**
 * Finds conflicts of a stage with other stages. Stages may be in different accounts, which the
 * settings do not say; but a zone is in one account, so stages with the same zone share an account.
 * @param others the other stages on AWS, by name
 */
export function findCollisions(settings: StageSettings, others: [name: string, StageSettings][]): string[] {
  const { domain, monthlyBudgetInDollars: budget } = settings;
  if (!domain) return [];
  return others.flatMap(([other, { domain: otherDomain, senderAddress, monthlyBudgetInDollars }]) => {
    const collisions: string[] = [];
    // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/CNAMEs.html#alternate-domain-names-restrictions
    if (otherDomain?.name === domain.name)
      collisions.push(
        `domain.name is "${domain.name}", as on "${other}": CloudFront accepts a name for only one site, even across accounts.`,
      );
    const isInSameAccount = otherDomain?.hostedZoneId === domain.hostedZoneId;
    const senderDomain = senderDomainOf(settings);
    if (isInSameAccount && senderDomainOf({ senderAddress }) === senderDomain)
      collisions.push(
        `senderAddress is in "${senderDomain}", as on "${other}", in the same zone: SES accepts a name once per account, so use another name for one of the two, such as "dev.${senderDomain}".`,
      );
    if (isInSameAccount && budget && monthlyBudgetInDollars)
      collisions.push(
        `monthlyBudgetInDollars is set here and on "${other}", which is in the same zone and therefore in the same account: each budget would count the costs of both, so remove one.`,
      );
    return collisions;
  });
}

const isWithin = (name: string, zone: string) => name === zone || name.endsWith(`.${zone}`);
