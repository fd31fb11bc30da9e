import './chart-colors.css';
import artUrl from './atlas-art.svg';

interface AtlasArtProps {
  name: string;
  /** Of a symbol that reaches past its own edges. */
  viewBox?: string;
}

/** A symbol of atlas-art.svg. Decorative: the text beside it says the same. */
export function AtlasArt({ name, viewBox }: AtlasArtProps) {
  return (
    <svg viewBox={viewBox} aria-hidden="true">
      <use href={`${artUrl}#${name}`} />
    </svg>
  );
}
