import { useEffect, useState } from 'react';
import type { Seller } from '../../../../contract/records/web-settings.ts';
import { loadWebSettings } from '../../lib/load-web-settings.ts';
import { logQuietly } from '../../lib/log-quietly.ts';

/** The seller on receipts: undefined while it loads, null if loading failed. */
export function useSeller(): Seller | null | undefined {
  const [seller, setSeller] = useState<Seller | null>();

  useEffect(() => {
    let isShown = true;
    loadWebSettings().then(
      (settings) => isShown && setSeller(settings.seller),
      (cause: unknown) => {
        logQuietly('the seller could not be loaded', cause);
        if (isShown) setSeller(null);
      },
    );
    return () => {
      isShown = false;
    };
  }, []);

  return seller;
}
