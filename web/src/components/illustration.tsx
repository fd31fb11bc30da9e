import './illustration-colors.css';
import artUrl from './illustrations.svg';

interface IllustrationProps {
  name: string;
  /** Of a symbol that reaches past its own edges. */
  viewBox?: string;
}

/** A symbol of illustrations.svg. Decorative: the text beside it says the same. */
export function Illustration({ name, viewBox }: IllustrationProps) {
  return (
    <svg viewBox={viewBox} aria-hidden="true">
      <use href={`${artUrl}#${name}`} />
    </svg>
  );
}
