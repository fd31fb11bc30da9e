import { catalog, currentOffer, type Offer } from '../../../contract/rules/catalog.ts';
import * as settingsOfRepository from '../../../settings.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

type Settings = Pick<
  typeof settingsOfRepository,
  'owner' | 'communityLinks' | 'signing' | 'priceIds' | 'originWithoutDomain'
> & { stages: Readonly<Record<string, settingsOfRepository.DeployedStage>> };

type OwnerValue = settingsOfRepository.Owner[keyof settingsOfRepository.Owner];

interface Setting {
  path: string;
  /** Undefined if the setting does not apply to the stage; null if the owner has no such value. */
  value: string | null | undefined;
  /** The value to write, as the end of a sentence. */
  write: string;
  /** The stages that require it; on other stages its absence is a warning. */
  isRequiredOn?: 'every stage' | 'prod and stages that sell for money';
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
  const isRequired = ({ isRequiredOn }: Setting) =>
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
  const { senderAddress, teamAddress, alarmAddress, domain } = stages[stage] ?? {};
  const ofStage = (field: string, value: string | undefined, write: string): Setting => ({
    path: `stages.${stage}.${field}`,
    value,
    write,
    isRequiredOn: 'every stage',
  });
  /** The law requires these of a seller. */
  const ofOwner = (field: keyof typeof owner, write: string): Setting => ({
    path: `owner.${field}`,
    value: textOf(owner[field]),
    write,
    isRequiredOn: 'prod and stages that sell for money',
  });
  /** Without these, `npm run release` refuses every signed build. */
  const ofSigning = (field: 'windowsPublisher' | 'appleTeamId', write: string): Setting => ({
    path: `signing.${field}`,
    value: signing[field],
    write,
  });
  return [
    ofStage('senderAddress', senderAddress, 'the address that sends your email'),
    ofStage('teamAddress', teamAddress, 'the mailbox where your team reads messages'),
    ofStage('alarmAddress', alarmAddress, 'the mailbox that gets alarms'),
    ofStage(
      'domain.name',
      domain?.name,
      'a domain that you own, or remove `domain` to use the name that CloudFront assigns',
    ),
    ofOwner('name', 'the legal name of the person or company that runs the site'),
    ofOwner('address', 'its postal address, one item per line'),
    ofOwner('vatId', 'its VAT identification number, or null if it has none'),
    ofOwner(
      'register',
      'the authority of the public register that lists it and the number there, or null if none does',
    ),
    ofOwner(
      'responsiblePerson',
      'the person who represents it or is responsible for the texts, or null if the law asks for no name',
    ),
    ofOwner('contactAddress', 'the email address for visitors'),
    ...Object.entries(communityLinks).map(([name, value]) => ({
      path: `communityLinks.${name}`,
      value,
      write: 'the address of yours, which the footer links to',
    })),
    ofSigning('windowsPublisher', 'the name in the certificate that signs your builds for Windows'),
    ofSigning('appleTeamId', 'the id of the team that signs your builds for macOS'),
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
