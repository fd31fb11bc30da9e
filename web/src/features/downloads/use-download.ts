import type { Platform } from '../../../../contract/platforms.ts';
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
  const { follow, isBusy, failure } = useSignedLink();
  const keyOf = ({ platform, version = '' }: Wanted) => `${version}/${platform}`;
  return {
    start: (wanted: Wanted) => follow(keyOf(wanted), () => callApi('download', wanted)),
    isBusy: (wanted: Wanted) => isBusy(keyOf(wanted)),
    failure,
  };
}
