import type { Platform } from '../../../../contract/rules/platforms.ts';
import { callApi } from '../../lib/call-api.ts';
import { useSignedLink } from '../../lib/use-signed-link.ts';

interface Wanted {
  platform: Platform;
  /** The current one if it is missing. */
  version?: string;
}

export type Download = ReturnType<typeof useDownload>;

/** Downloads a build. */
export function useDownload() {
  const { buttonOf } = useSignedLink();
  return {
    /** What the button of a build needs. */
    buttonOf: (wanted: Wanted) =>
      buttonOf(`${wanted.version ?? ''}/${wanted.platform}`, () => callApi('download', wanted)),
  };
}
