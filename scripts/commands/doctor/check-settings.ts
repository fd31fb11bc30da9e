import { catalog, currentOffer, type Offer } from '../../../contract/rules/catalog.ts';
import * as settingsOfRepository from '../../../settings.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

type Settings = Pick<
  typeof settingsOfRepository,
  'owner' | 'communityLinks' | 'signing' | 'priceIds' | 'originWithoutDomain'
> & { stages: Readonly<Record<string, settingsOfRepository.DeployedStage>> };

interface Advice {
  /** The value to write, as the end of a sentence. */
  write: string;
  /** The stages that require it; on other stages its absence is a warning. */
  isRequiredOn?: 'every stage' | 'prod and stages that sell for money';
}

const adviceOnStage = {
  senderAddress: { write: 'the address that sends your email', isRequiredOn: 'every stage' },
  teamAddress: { write: 'the mailbox where your team reads messages', isRequiredOn: 'every stage' },
  alarmAddress: { write: 'the mailbox that gets alarms', isRequiredOn: 'every stage' },
  'domain.name': {
    write: 'a domain that you own, or remove `domain` to use the name that CloudFront assigns',
    isRequiredOn: 'every stage',
  },
} as const satisfies Record<string, Advice>;

/** The advice about settings that the law requires of a seller. */
const adviceOnOwner: Record<keyof settingsOfRepository.Owner, string> = {
  name: 'the legal name of the person or company that runs the site',
  address: 'its postal address, one item per line',
  vatId: 'its VAT identification number, or null if it has none',
  register: 'the authority of the public register that lists it and the number there, or null if none does',
  responsiblePerson:
    'the person who represents it or is responsible for the texts, or null if the law asks for no name',
  contactAddress: 'the email address for visitors',
};

const adviceOnLink: Advice = { write: 'the address of yours, which the footer links to' };

/** Without them, `npm run release` refuses every signed build. */
const adviceOnSigning = {
  windowsPublisher: 'the name in the certificate that signs your builds for Windows',
  appleTeamId: 'the id of the team that signs your builds for macOS',
};

type OwnerValue = settingsOfRepository.Owner[keyof settingsOfRepository.Owner];

interface Setting extends Advice {
  path: string;
  /** Undefined if the setting does not apply to the stage; null if the owner has no such value. */
  value: string | null | undefined;
}

/**
 * Names each setting of settings.ts that is missing or still an example. It is a problem if a
 * deployment of the stage is impossible or illegal without it, and a warning otherwise.
 */
export async function checkSettings(
  stage: string,
  settings: Settings = settingsOfRepository,
): Promise<Finding> {
  const unset = listSettings(stage, settings).filter(isUnset);
  if (unset.length === 0) return ok('are your own');
  const isSeller = stage === 'prod' || sellsForMoney(stage, settings);
  const isRequired = ({ isRequiredOn }: Advice) =>
    isRequiredOn === 'every stage' || (isRequiredOn !== undefined && isSeller);
  const [required, optional] = [unset.filter(isRequired), unset.filter((it) => !isRequired(it))];
  const says = `${unset.length} in settings.ts ${unset.length === 1 ? 'is' : 'are'} missing or still an example`;
  const advice = [...required, ...optional].map(describeUnset).join('\n');
  return required.length > 0 ? problem(says, advice) : warning(says, advice);
}

function listSettings(
  stage: string,
  { owner, communityLinks, signing, priceIds, originWithoutDomain, stages }: Settings,
): Setting[] {
  const ofStage = stages[stage];
  const { senderAddress, teamAddress, alarmAddress } = ofStage ?? {};
  const valuesOfStage = {
    senderAddress,
    teamAddress,
    alarmAddress,
    'domain.name': ofStage?.domain?.name,
  };
  return [
    ...Object.entries(adviceOnStage).map(([field, advice]) => ({
      path: `stages.${stage}.${field}`,
      value: valuesOfStage[field as keyof typeof valuesOfStage],
      ...advice,
    })),
    ...Object.entries(adviceOnOwner).map(([field, write]) => ({
      path: `owner.${field}`,
      value: textOf(owner[field as keyof typeof owner]),
      write,
      isRequiredOn: 'prod and stages that sell for money' as const,
    })),
    ...Object.entries(communityLinks).map(([name, value]) => ({
      path: `communityLinks.${name}`,
      value,
      ...adviceOnLink,
    })),
    ...Object.entries(adviceOnSigning).map(([field, write]) => ({
      path: `signing.${field}`,
      value: signing[field as keyof typeof adviceOnSigning],
      write,
    })),
    ...Object.entries<Partial<Record<string, string>>>(priceIds).map(([offer, ids]) => ({
      path: `priceIds.${offer}.${stage}`,
      value: ids[stage] ?? (offer === currentOffer ? '' : undefined),
      write: `the id that "npm run setup:stripe -- --stage ${stage}" prints after the first deployment`,
    })),
    {
      path: 'originWithoutDomain',
      value: stages.prod?.domain ? undefined : originWithoutDomain,
      write: 'the address that "npm run deploy -- --stage prod" prints, or give stages.prod a domain',
    },
  ];
}

/** Whether the stage has a price for an offer that is not free. */
function sellsForMoney(stage: string, { priceIds }: Settings): boolean {
  const offers: Readonly<Record<string, Offer>> = catalog;
  return Object.entries<Partial<Record<string, string>>>(priceIds).some(
    ([id, ids]) => ids[stage] && (offers[id]?.amountInCents ?? 0) > 0,
  );
}

/** @returns an empty text if the value or a part of it is missing */
function textOf(value: OwnerValue | undefined): string | null {
  if (value === null) return null;
  const parts =
    typeof value === 'object' && 'authority' in value ? [value.authority, value.number] : [value].flat();
  return parts.every(Boolean) ? parts.join(', ') : '';
}

/** The names that RFC 2606 reserves for examples, and the placeholders in settings.ts. */
const example = /(^|[.@_ ])example([\d_ ]|\.com|\.net|\.org|$)/i;

const isUnset = ({ value }: Setting) => value === '' || (value != null && example.test(value));

function describeUnset({ path, value, write }: Setting): string {
  return `${path} is ${value === '' ? 'missing' : `"${value}"`}: write ${write}.`;
}
