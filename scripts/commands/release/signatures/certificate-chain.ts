import { integerOf, parseAsn1, partsOf } from './asn1.ts';
import { type Certificate, nameOf } from './certificate.ts';
import { SignatureProblem } from './signature-problem.ts';

/** Extended key usages: RFC 5280, section 4.2.1.12. */
export const purposes = {
  codeSigning: '1.3.6.1.5.5.7.3.3',
  timestamps: '1.3.6.1.5.5.7.3.8',
} as const;

interface ChainOptions {
  /** Other certificates in the file. */
  others: Certificate[];
  roots: Certificate[];
  /** The time at which all certificates must be valid. */
  at: Date;
  purpose: keyof typeof purposes;
}

const maxLength = 8;
/** A hostile file can contain forty certificates with the same name and key, and so more possible chains than a computer can check. */
const maxAttempts = 500;
/** Critical extensions that this file evaluates, and those that only inform: usages, constraints, policies, names, Apple's marks. */
const knownExtensions = /^2\.5\.29\.(15|17|19|32|37)$|^1\.2\.840\.113635\.100\.6\./;

/**
 * Finds the certificates from the signer's to a root on our list (RFC 5280): each is signed by the next, valid at the time, allowed to
 * issue certificates, and allowed to sign for the purpose. Revocation needs the network, and is not checked.
 * @returns the chain, from the signer's certificate to the root
 * @throws SignatureProblem
 */
export function findChain(signer: Certificate, options: ChainOptions): Certificate[] {
  if (!signer.x509.keyUsage?.includes(purposes[options.purpose]))
    throw new SignatureProblem(
      `is signed with a certificate for "${nameOf(signer)}" that is not made for this`,
    );
  const problem = findProblem(signer, options);
  if (problem) throw new SignatureProblem(problem);
  const chain = extend([signer], options, { attempts: 0 });
  if (chain) return chain;
  const last = nameOf(signer);
  const issuer = /CN=(.*)/.exec(signer.x509.issuer)?.[1] ?? signer.x509.issuer.replaceAll('\n', ', ');
  throw new SignatureProblem(
    `is signed with a certificate for "${last}" from "${issuer}", which does not lead to a root in scripts/commands/release/signatures/roots`,
  );
}

function extend(
  chain: Certificate[],
  options: ChainOptions,
  work: { attempts: number },
): Certificate[] | undefined {
  const last = chain.at(-1) as Certificate;
  const isRoot = (certificate: Certificate) =>
    options.roots.some((root) => root.x509.raw.equals(certificate.x509.raw));
  if (isRoot(last)) return chain;
  if (chain.length === maxLength) return undefined;
  for (const issuer of [...options.roots, ...options.others]) {
    if (chain.includes(issuer) || !issuer.subject.equals(last.issuer)) continue;
    if (work.attempts++ === maxAttempts)
      throw new SignatureProblem('has too many certificates: its signature is damaged');
    if (!hasIssued(issuer, last)) continue;
    if (!mayIssue(issuer, chain.length - 1) || findProblem(issuer, options)) continue;
    const found = extend([...chain, issuer], options, work);
    if (found) return found;
  }
  return undefined;
}

const hasIssued = (issuer: Certificate, certificate: Certificate): boolean =>
  certificate.x509.checkIssued(issuer.x509) && certificate.x509.verify(issuer.x509.publicKey);

/** @param below the number of certificates of authorities between it and the signer's */
function mayIssue({ x509, extensions }: Certificate, below: number): boolean {
  const constraints = extensions.get('2.5.29.19');
  if (!x509.ca || !constraints) return false;
  const [, maxBelow] = partsOf(parseAsn1(constraints.value).value);
  return maxBelow === undefined || below <= (integerOf(maxBelow).at(-1) ?? 0);
}

function findProblem(certificate: Certificate, { at, purpose }: ChainOptions): string | undefined {
  const { x509, extensions } = certificate;
  const name = nameOf(certificate);
  if (!(at >= x509.validFromDate && at <= x509.validToDate))
    return `is signed with a certificate for "${name}" that was not valid on ${at.toISOString().slice(0, 10)}`;
  const unknown = [...extensions].find(([id, { isCritical }]) => isCritical && !knownExtensions.test(id));
  if (unknown)
    return `is signed with a certificate for "${name}" with the critical extension ${unknown[0]}, which this command does not support`;
  const usages = x509.keyUsage;
  const isForPurpose = !usages || usages.includes(purposes[purpose]) || usages.includes('2.5.29.37.0');
  return isForPurpose ? undefined : `is signed with a certificate for "${name}" that is not made for this`;
}
