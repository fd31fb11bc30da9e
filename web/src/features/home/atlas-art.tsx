import artUrl from './atlas-art.svg';

/** A symbol of atlas-art.svg. Decorative: the text beside it says the same. */
export function AtlasArt({ name }: { name: string }) {
  return (
    <svg aria-hidden="true">
      <use href={`${artUrl}#${name}`} />
    </svg>
  );
}
