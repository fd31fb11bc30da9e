import { useEffect, useRef } from 'react';
import { ButtonLink } from '../../components/button-link.tsx';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { refreshGroups } from '../../lib/refresh-groups.ts';
import { waitForLicense } from './wait-for-license.ts';

/** Replaces the form that got a license, and takes its focus. */
export function ReceivedLicense({ children }: { children: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1}>
      <FormMessage tone="success">
        <p>{children}</p>
        <p>
          <ButtonLink to="/account?tab=license">See your license</ButtonLink>
        </p>
      </FormMessage>
    </div>
  );
}

/** Waits until the tokens contain the license, when the header and the download page change. It never fails. */
export const waitForGroups = (signal: AbortSignal): Promise<unknown> =>
  waitForLicense({ isLicenseActive: async () => true, refreshGroups }, signal).catch(() => 'late');
