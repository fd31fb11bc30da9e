import { referralCodePattern } from '../../../contract/referral-code.ts';
import { readStored, writeStored } from './stored-text.ts';

const storageKey = 'referralCode';

export function isReferralCode(text: string): boolean {
  return referralCodePattern.test(text);
}

export function storeReferralCode(code: string): void {
  writeStored('local', storageKey, code);
}

/** The code of the link this visitor once came by. */
export function storedReferralCode(): string | undefined {
  const code = readStored('local', storageKey);
  return code && isReferralCode(code) ? code : undefined;
}
