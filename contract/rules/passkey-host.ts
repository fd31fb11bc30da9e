/** Whether a browser uses passkeys of this domain on this host: the domain itself or a subdomain. */
export const isPasskeyHost = (host: string, domain: string): boolean =>
  host === domain || host.endsWith(`.${domain}`);
