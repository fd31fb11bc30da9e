import type { StageSettings } from './stage-settings.ts';

/** What stands after the @ of the address from which people get mail. With a domain, SES sends in its name. */
export const senderDomainOf = ({ senderAddress }: Pick<StageSettings, 'senderAddress'>): string =>
  senderAddress.slice(senderAddress.lastIndexOf('@') + 1).toLowerCase();
