import { Fragment, type ReactNode } from 'react';

/**
 * Lets a narrow window break a text without spaces at these places, and nowhere else. Each part has an
 * element, because translators replace texts.
 */
export function breakable(text: string, places: RegExp): ReactNode {
  return text.split(places).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key
    <Fragment key={index}>
      <span>{part}</span>
      <wbr />
    </Fragment>
  ));
}
