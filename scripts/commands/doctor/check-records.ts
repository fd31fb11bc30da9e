import type { CaaRecord } from 'node:dns';
import { ListResourceRecordSetsCommand, type Route53Client } from '@aws-sdk/client-route-53';
import type { Domain } from '../../../settings.ts';
import { type Finding, ok, problem, skipped } from './finding.ts';

/** The deployment creates A and AAAA records, and DNS allows no other records next to a CNAME. */
const conflictingTypes = new Set(['A', 'AAAA', 'CNAME']);

/** https://docs.aws.amazon.com/acm/latest/userguide/setup-caa.html */
const issuersOfAws = new Set(['amazon.com', 'amazontrust.com', 'awstrust.com', 'amazonaws.com']);

/**
 * Checks that the name of the site is free in the zone, and that its CAA records let AWS issue the
 * certificate. A deployment fails otherwise, for the certificate after a long wait.
 * @param siteUrl the address of the deployed site; undefined before the first deployment
 * @param resolveCaa asks the DNS for the CAA records of a name
 */
export async function checkRecords(
  domain: Domain | undefined,
  siteUrl: string | undefined,
  route53: Route53Client,
  resolveCaa: (name: string) => Promise<CaaRecord[]>,
): Promise<Finding> {
  if (!domain) return skipped('none: the site has no domain');
  const { name, hostedZoneId } = domain;
  const restriction = await findRestriction(name, resolveCaa);
  if (restriction)
    return problem(
      `the CAA records of ${restriction} do not allow AWS to issue a certificate for ${name}`,
      `Add the CAA record 0 issue "amazon.com" to ${restriction}.`,
    );
  if (siteUrl === `https://${name}`) return ok(`${name} belongs to the site`);
  const { ResourceRecordSets: records = [] } = await route53.send(
    new ListResourceRecordSetsCommand({ HostedZoneId: hostedZoneId, StartRecordName: name, MaxItems: 100 }),
  );
  const existing = records.filter(
    ({ Name, Type = '' }) => Name?.toLowerCase() === `${name}.` && conflictingTypes.has(Type),
  );
  if (existing.length === 0) return ok(`${name} is free`);
  const types = existing.map(({ Type }) => Type).join(', ');
  return problem(
    `${name} has records in the hosted zone already: ${types}`,
    'The deployment creates A and AAAA records and fails if the name has any. If nothing else needs the name, delete them in Route 53 right before you deploy.',
  );
}

/**
 * @returns the name whose CAA records exclude AWS: the records of the name itself count, or those of
 *   the closest name above it that has some; undefined if AWS may issue
 */
async function findRestriction(
  name: string,
  resolveCaa: (name: string) => Promise<CaaRecord[]>,
): Promise<string | undefined> {
  const records = await resolveCaa(name).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTFOUND' || error.code === 'ENODATA') return [];
    throw error;
  });
  if (records.length === 0) {
    const parent = name.slice(name.indexOf('.') + 1);
    return parent.includes('.') ? findRestriction(parent, resolveCaa) : undefined;
  }
  const issuers = records.flatMap(({ issue }) => (issue === undefined ? [] : [issue]));
  // Parameters follow after a semicolon.
  const isOfAws = (issuer: string) => issuersOfAws.has((issuer.split(';')[0] ?? '').trim());
  return issuers.length === 0 || issuers.some(isOfAws) ? undefined : name;
}
