import { useEffect, useRef, useState } from 'react';
import { providerMessage } from '../../lib/provider-message.ts';
import type { MailLink } from './mail-link.ts';
import type { AuthFlow } from './use-auth-flow.ts';

/**
 * Redeems the code of the link that opened the page, once. If that fails, it shows the error, and
 * the visitor can type the code.
 */
export function useLinkCode(
  { link, forgetLink }: AuthFlow,
  mode: MailLink['mode'],
  redeem: (code: string) => Promise<void>,
  isReady = true,
) {
  const [failure, setFailure] = useState<string | null>(null);
  const redeemed = useRef<MailLink | null>(null);
  const isBusy = link?.mode === mode && isReady;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a link is redeemed once
  useEffect(() => {
    if (!isBusy || redeemed.current === link) return;
    redeemed.current = link;
    redeem(link.code)
      .catch((error: unknown) => setFailure(providerMessage(error)))
      .finally(forgetLink);
  }, [isBusy, link]);

  return { isBusy, failure, forgetFailure: () => setFailure(null) };
}
