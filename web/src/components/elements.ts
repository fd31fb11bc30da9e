import type { ReactElement } from 'react';

/**
 * Children without texts outside of an element. A component that places its children next to other
 * content takes these instead of `ReactNode`: React cannot change a text there after a browser has
 * translated it (decision 066).
 */
export type Elements = ReactElement | boolean | null | undefined | readonly Elements[];
