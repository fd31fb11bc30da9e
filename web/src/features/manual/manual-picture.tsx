import type { ManualPageText } from '../../../../contract/content/manual-page.ts';
import drawingsUrl from './drawings.svg';
import styles from './manual-picture.module.css';

type ManualPictureProps = ManualPageText['picture'] & {
  /** `lazy` for a picture below the first screen. */
  loading?: 'eager' | 'lazy';
};

/** The picture of a page: a screen of the app, or a drawing in the colors of the theme. */
export function ManualPicture({ kind, name, alternative, loading = 'eager' }: ManualPictureProps) {
  if (kind === 'drawing')
    return (
      <svg className={styles.drawing} viewBox="0 0 320 120" role="img" aria-label={alternative}>
        <use href={`${drawingsUrl}#${name}`} />
      </svg>
    );
  const source = (width: number, type: string) => `/media/site/images/${name}-${width}.${type}`;
  const srcSet = (type: string) => [480, 800, 1600].map((width) => `${source(width, type)} ${width}w`).join();
  const sizes = '(width <= 44rem) 92vw, 42rem';
  return (
    <picture className={styles.screen}>
      <source type="image/avif" srcSet={srcSet('avif')} sizes={sizes} />
      <img
        srcSet={srcSet('webp')}
        sizes={sizes}
        src={source(800, 'webp')}
        width={1600}
        height={1000}
        loading={loading}
        alt={alternative}
      />
    </picture>
  );
}
