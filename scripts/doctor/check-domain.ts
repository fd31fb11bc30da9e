import { type Domain, zoneNameOf } from '../../lib/stages.ts';
import { type Finding, ok, problem, skipped } from './finding.ts';

/**
 * Whether the world asks Route 53 for the zone. Until it does, a deployment waits for the certificate for hours, and fails in the end.
 * @param resolveNs asks the DNS who answers for a name
 */
export async function checkDomain(
  domain: Domain | undefined,
  resolveNs: (name: string) => Promise<string[]>,
): Promise<Finding> {
  if (!domain) return skipped("none: the site answers under CloudFront's name");
  const zone = zoneNameOf(domain);
  const servers = await resolveNs(zone).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTFOUND' || error.code === 'ENODATA') return [];
    throw error;
  });
  if (servers.some((server) => /\.awsdns-\d+\./.test(`${server}.`)))
    return ok(`${zone} is answered for by Route 53`);
  return problem(
    servers.length > 0
      ? `${zone} is answered for by ${servers.join(', ')}, not by Route 53`
      : `nobody answers for ${zone}`,
    `Enter the zone's name servers where you bought the name; it counts within a day or two. They are: aws route53 get-hosted-zone --id ${domain.hostedZoneId} --query DelegationSet.NameServers`,
  );
}
