import { GetHostedZoneCommand, type Route53Client } from '@aws-sdk/client-route-53';
import { zoneNameOf } from '../../../lib/stage-settings.ts';
import type { Domain } from '../../../settings.ts';
import { type Finding, ok, problem, skipped } from './finding.ts';

/**
 * Whether the hosted zone is that of the domain, and the one that the world asks. Until it is, a deployment waits for the certificate for
 * hours, and fails in the end.
 * @param resolveNs asks the DNS who answers for a name
 */
export async function checkDomain(
  domain: Domain | undefined,
  route53: Route53Client,
  resolveNs: (name: string) => Promise<string[]>,
): Promise<Finding> {
  if (!domain) return skipped("none: the site answers under CloudFront's name");
  const zone = zoneNameOf(domain);
  const { hostedZoneId: id } = domain;
  const found = await route53.send(new GetHostedZoneCommand({ Id: id })).catch((error: Error) => {
    if (error.name === 'NoSuchHostedZone') return undefined;
    throw error;
  });
  const otherId = `Write the zone's id into settings.ts: aws route53 list-hosted-zones-by-name --dns-name ${zone}`;
  if (!found) return problem(`the account has no hosted zone ${id}`, otherId);
  const name = withoutDot(found.HostedZone?.Name ?? '');
  if (name !== zone) return problem(`the hosted zone ${id} is that of ${name}, not of ${zone}`, otherId);
  if (found.HostedZone?.Config?.PrivateZone)
    return problem(`the hosted zone ${id} is private, so the world does not see it`, otherId);

  const ours = (found.DelegationSet?.NameServers ?? []).map(withoutDot);
  const asked = await askForServers(zone, resolveNs);
  if (asked.some((server) => ours.includes(server))) return ok(`${zone} is answered for by its hosted zone`);
  return problem(
    asked.length > 0
      ? `${zone} is answered for by ${asked.join(', ')}, not by the hosted zone ${id}`
      : `nobody answers for ${zone}`,
    `Enter the zone's name servers where you bought the name; it counts within a day or two. They are: ${ours.join(', ')}`,
  );
}

async function askForServers(
  zone: string,
  resolveNs: (name: string) => Promise<string[]>,
): Promise<string[]> {
  const servers = await resolveNs(zone).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTFOUND' || error.code === 'ENODATA') return [];
    throw error;
  });
  return servers.map(withoutDot);
}

/** DNS ends whole names with a dot, and not everybody writes it. */
const withoutDot = (name: string) => name.replace(/\.$/, '').toLowerCase();
