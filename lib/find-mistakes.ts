import type { Domain } from '../settings.ts';
import { senderDomainOf } from './sender-domain.ts';
import type { StageSettings } from './stage-settings.ts';

/** All settings there are; the compiler asks for those that are missing here. */
const knownSettings: Record<keyof StageSettings, true> = {
  domain: true,
  senderAddress: true,
  teamAddress: true,
  alarmAddress: true,
  monthlyBudgetInDollars: true,
  priceIds: true,
  seller: true,
  isReadOnly: true,
  refusesLeakedPasswords: true,
  forcesHttpsOnSubdomains: true,
  keepsData: true,
};
const knownDomainSettings: Record<keyof Domain, true> = { name: true, hostedZoneId: true, zoneName: true };
const addresses = ['senderAddress', 'teamAddress', 'alarmAddress'] as const;
const addressPattern = /^[^\s@<>"(),:;[\]\\]+@([a-z0-9-]+\.)+[a-z][a-z0-9-]+$/i;
const namePattern = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*$/;
const repositoryPattern = /^https:\/\/[\w.-]+(\/[\w.-]+)+(?<!\.git)$/;

/**
 * What is wrong with the settings of a stage, in a sentence each. CloudFormation would tell of it too, of one thing at a time and after
 * some minutes; or, of a name that nobody holds, after some hours.
 */
export function findMistakes(settings: StageSettings, repositoryUrl?: string): string[] {
  const { domain, senderAddress, monthlyBudgetInDollars: budget } = settings;
  const mistakes = [
    // Nothing compiles the settings before they are deployed, and a misspelled one would be taken for one that is not set.
    ...findUnknown(settings, knownSettings),
    ...addresses
      .filter((field) => !addressPattern.test(settings[field]))
      .map((field) => `${field} is "${settings[field]}", which is no address of a mailbox.`),
  ];
  if (!settings.seller?.name || !settings.seller.address?.length)
    mistakes.push('owner needs a name and the lines of a postal address: receipts show them.');
  if (typeof budget !== 'number' || !(budget > 0))
    mistakes.push(`monthlyBudgetInDollars is ${budget}: it has to be more than nothing.`);
  if (settings.forcesHttpsOnSubdomains && !domain)
    mistakes.push(
      'forcesHttpsOnSubdomains is true and there is no domain: remove it, because the names below that of CloudFront are not yours.',
    );
  if (repositoryUrl !== undefined && !repositoryPattern.test(repositoryUrl))
    mistakes.push(
      `repositoryUrl is "${repositoryUrl}": alarms link to it, so it begins with "https://", as in "https://github.com/<owner>/<name>", and ends with neither "/" nor ".git".`,
    );
  return domain ? [...mistakes, ...findMistakesOfDomain(domain, senderAddress)] : mistakes;
}

const findUnknown = (settings: object, known: object): string[] =>
  Object.keys(settings)
    .filter((name) => !Object.hasOwn(known, name))
    .map((name) => `"${name}" is no setting. There are: ${Object.keys(known).join(', ')}.`);

function findMistakesOfDomain(domain: Domain, senderAddress: string): string[] {
  const { name, hostedZoneId, zoneName } = domain;
  const zone = zoneName ?? name;
  const senderDomain = senderDomainOf({ senderAddress });
  const mistakes = findUnknown(domain, knownDomainSettings);
  for (const [field, value] of Object.entries({ name, zoneName })) {
    if (value !== undefined && !namePattern.test(value))
      mistakes.push(
        `domain.${field} is "${value}": a name has lower case letters, digits, hyphens and dots, as in "example.com", and no "https://".`,
      );
  }
  // https://docs.aws.amazon.com/Route53/latest/APIReference/API_HostedZone.html
  if (!/^Z[A-Z0-9]{1,31}$/.test(hostedZoneId))
    mistakes.push(
      `domain.hostedZoneId is "${hostedZoneId}": Route 53 names zones by a Z with capital letters and digits, as in "Z0123456789ABCDEFGHIJ".`,
    );
  if (!isWithin(name, zone))
    mistakes.push(
      `domain.name is "${name}", which is not in the zone "${zone}": it has to end with the zone's name.`,
    );
  if (zoneName === undefined && senderDomain !== name && isWithin(name, senderDomain))
    mistakes.push(
      `senderAddress is "${senderAddress}", which is not in the zone "${zone}". If the zone is "${senderDomain}", say so: zoneName: '${senderDomain}'.`,
    );
  else if (!isWithin(senderDomain, zone))
    mistakes.push(
      `senderAddress is "${senderAddress}": with a domain, mail comes from a name in the zone "${zone}", by whose records SES sees that it is ours.`,
    );
  return mistakes;
}

/**
 * What a stage cannot have because another has it. Stages may live in accounts of their own, which the settings do not say; but a zone is
 * in one account, so those that name the same one share it.
 * @param others the other stages on AWS, by name
 */
export function findCollisions(settings: StageSettings, others: [name: string, StageSettings][]): string[] {
  const { domain } = settings;
  if (!domain) return [];
  return others.flatMap(([other, { domain: otherDomain, senderAddress }]) => {
    const collisions: string[] = [];
    // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/CNAMEs.html#alternate-domain-names-restrictions
    if (otherDomain?.name === domain.name)
      collisions.push(
        `domain.name is "${domain.name}", as on "${other}": CloudFront gives a name to one site only, in whichever accounts they are.`,
      );
    const senderDomain = senderDomainOf(settings);
    if (
      otherDomain?.hostedZoneId === domain.hostedZoneId &&
      senderDomainOf({ senderAddress }) === senderDomain
    )
      collisions.push(
        `senderAddress is in "${senderDomain}", as on "${other}", in the same zone: SES takes a name once for each account, so let one of the two send from a name of its own, such as "dev.${senderDomain}".`,
      );
    return collisions;
  });
}

const isWithin = (name: string, zone: string) => name === zone || name.endsWith(`.${zone}`);
