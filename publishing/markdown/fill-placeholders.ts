import { licenseUsers } from '../../contract/content/license-users.ts';
import { securityUpdatesEnd } from '../../contract/content/security-updates.ts';
import { factorResetHours } from '../../contract/rules/recovery-codes.ts';
import { withdrawalDays } from '../../contract/rules/withdrawal.ts';
import { owner, signing } from '../../settings.ts';
import { ContentError } from './markdown.ts';

/**
 * Replaces `{owner.<name>}` with a text of settings.ts, `{withdrawal.days}` with the number of days in which
 * buyers can withdraw, and so on. Throws `ContentError` for an unknown placeholder.
 */
export function fillPlaceholders(file: string, text: string): string {
  const texts = new Map([
    ...Object.entries(ownerTexts()).map(([name, value]) => [`{owner.${name}}`, value] as const),
    ['{withdrawal.days}', String(withdrawalDays)],
    ['{security.updatesUntil}', securityUpdatesEnd],
    ['{license.users}', licenseUsers],
    ['{recovery.hours}', String(factorResetHours)],
    ['{windows.publisher}', signing.windowsPublisher],
  ]);
  return text.replace(/\{\w+\.\w+\}/g, (placeholder, offset: number) => {
    const filled = texts.get(placeholder);
    if (filled !== undefined) return filled;
    const line = text.slice(0, offset).split('\n').length;
    throw new ContentError(file, line, `there is no text for ${placeholder}`);
  });
}

function ownerTexts(): Record<string, string> {
  const { name, address, vatId, contactAddress } = owner;
  const place = [name, ...address].join(', ');
  const imprint = vatId ? `${place}. VAT identification number: ${vatId}.` : `${place}.`;
  return { name, place, imprint, contactAddress };
}
