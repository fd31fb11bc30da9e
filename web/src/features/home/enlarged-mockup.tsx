import type { ReactNode } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import styles from './enlarged-mockup.module.css';

interface EnlargedMockupProps {
  caption: string;
  onClose: () => void;
  /** The picture of the screen. */
  children: ReactNode;
}

/** A screen of the carousel as large as the window allows; on a phone it is larger and scrolls. */
export function EnlargedMockup({ caption, onClose, children }: EnlargedMockupProps) {
  return (
    <Dialog title={caption} onClose={onClose}>
      {/* biome-ignore lint/a11y/useSemanticElements: a scroller needs a name and keyboard focus */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the same */}
      <div role="group" aria-label="The screen, enlarged" tabIndex={0} className={styles.screen}>
        {children}
      </div>
    </Dialog>
  );
}
