import { Fragment, type ReactNode } from 'react';

/**
 * Allows line breaks in a text without spaces only between these parts. Each part has its own element,
 * because translators replace text nodes.
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
