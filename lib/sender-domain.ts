import type { StageSettings } from './stage-settings.ts';

/** The part of the sender's address after the @. With a domain, SES sends in its name. */
export const senderDomainOf = ({ senderAddress }: Pick<StageSettings, 'senderAddress'>): string =>
  senderAddress.slice(senderAddress.lastIndexOf('@') + 1).toLowerCase();
