import { publicOrigin } from '../../lib/stages.ts';

/** Replaces `{site.origin}` in a published file by the public address of the site. */
export const fillOrigin = (text: string): string => text.replaceAll('{site.origin}', publicOrigin);
