/** Whether browsers use passkeys of this domain on a page of this host: there, and on subdomains. */
export const isPasskeyHost = (host: string, domain: string): boolean =>
  host === domain || host.endsWith(`.${domain}`);
