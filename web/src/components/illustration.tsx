import './illustration-colors.css';
import artUrl from './illustrations.svg';

interface IllustrationProps {
  name: string;
  /** For a symbol that extends past its own edges. */
  viewBox?: string;
}

/** A symbol of illustrations.svg. Decorative: the text next to it says the same. */
export function Illustration({ name, viewBox }: IllustrationProps) {
  return (
    <svg viewBox={viewBox} aria-hidden="true">
      <use href={`${artUrl}#${name}`} />
    </svg>
  );
}
