import type { Mockup } from '../../../../content/mockups.ts';
import { useMissingPicture } from '../../lib/use-missing-picture.ts';
import styles from './mockup-picture.module.css';

const widths = [480, 800, 1600];

/** The address of a screen's picture in the media bucket. */
export function mockupUrl(name: string, width: number, type: 'avif' | 'webp'): string {
  return `/media/site/images/${name}-${width}.${type}`;
}

interface MockupPictureProps extends Pick<Mockup, 'name' | 'alt'> {
  /** Its displayed width. */
  sizes: string;
  isLazy?: boolean;
}

/** A screen of the app, or its description if the picture does not load. */
export function MockupPicture({ name, alt, sizes, isLazy = false }: MockupPictureProps) {
  const srcSet = (type: 'avif' | 'webp') =>
    widths.map((width) => `${mockupUrl(name, width, type)} ${width}w`).join();
  const { image, onError, isMissing } = useMissingPicture();

  if (isMissing) return <p className={styles.missing}>{alt}</p>;
  return (
    <picture>
      <source type="image/avif" srcSet={srcSet('avif')} sizes={sizes} />
      <img
        ref={image}
        onError={onError}
        srcSet={srcSet('webp')}
        sizes={sizes}
        src={mockupUrl(name, 800, 'webp')}
        width={1600}
        height={1000}
        loading={isLazy ? 'lazy' : 'eager'}
        alt={alt}
      />
    </picture>
  );
}
