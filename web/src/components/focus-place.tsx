import type { ReactNode, RefObject } from 'react';

interface FocusPlaceProps {
  place: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}

/**
 * A container that stays mounted while its content changes, and takes the focus of a removed button.
 */
export function FocusPlace({ place, children }: FocusPlaceProps) {
  return (
    <div ref={place} tabIndex={-1} data-place>
      {children}
    </div>
  );
}
