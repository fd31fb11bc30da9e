import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Certificate, parseCertificate } from './certificate.ts';

/** Reads a list of root certificates; its first lines say where it comes from. */
export async function readRoots(
  name: 'apple' | 'windows-code-signing' | 'windows-timestamps',
): Promise<Certificate[]> {
  const text = await readFile(new URL(`./roots/${name}.pem`, import.meta.url), 'utf8');
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return blocks.map((pem) => parseCertificate(new X509Certificate(pem).raw));
}
