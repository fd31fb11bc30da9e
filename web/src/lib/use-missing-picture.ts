import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * Whether a picture failed to load, so that a fallback can replace it. `image` and `onError` are
 * for its `<img>`.
 */
export function useMissingPicture(): {
  image: RefObject<HTMLImageElement | null>;
  onError: () => void;
  isMissing: boolean;
} {
  const image = useRef<HTMLImageElement>(null);
  const [isMissing, setIsMissing] = useState(false);
  // It may have failed before hydration.
  useEffect(() => {
    const { complete, naturalWidth } = image.current ?? {};
    if (complete && naturalWidth === 0) setIsMissing(true);
  }, []);

  return { image, onError: () => setIsMissing(true), isMissing };
}
