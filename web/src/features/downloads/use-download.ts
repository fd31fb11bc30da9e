import type { Platform } from '../../../../contract/rules/platforms.ts';
import { callApi } from '../../lib/call-api.ts';
import { useSignedLink } from '../../lib/use-signed-link.ts';

interface Wanted {
  platform: Platform;
  /** The current version if missing. */
  version?: string;
}

export type Download = ReturnType<typeof useDownload>;

/** Downloads a build. */
export function useDownload() {
  const { buttonOf } = useSignedLink();
  return {
    /**
     * The props of a build's button.
     * @param key identifies the button, so it must not contain a version that may arrive later
     */
    buttonOf: (key: string, wanted: Wanted) => buttonOf(key, () => callApi('download', wanted)),
  };
}
