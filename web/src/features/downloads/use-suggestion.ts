import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { platforms } from '../../../../contract/rules/platforms.ts';
import { type Suggestion, suggestPlatform } from './suggest-platform.ts';

/**
 * The platform in the address, or the one that the browser reports; null until hydration, because
 * the prerendered page has neither.
 */
export function useSuggestion(): Suggestion | null {
  const [searchParams] = useSearchParams();
  const [suggestion, setSuggestion] = useState<Suggestion | null>(null);
  const named = platforms.find((platform) => platform === searchParams.get('platform'));

  useEffect(() => {
    if (named) return setSuggestion({ platform: named, because: 'link' });
    let isCurrent = true;
    suggestPlatform(navigator).then((detected) => isCurrent && setSuggestion(detected));
    return () => {
      isCurrent = false;
    };
  }, [named]);

  return suggestion;
}
