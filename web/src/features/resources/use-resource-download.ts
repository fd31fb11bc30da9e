import { callApi } from '../../lib/call-api.ts';
import { useSignedLink } from '../../lib/use-signed-link.ts';

export type ResourceDownload = ReturnType<typeof useResourceDownload>;

/** Downloads a free resource. */
export function useResourceDownload() {
  const { follow, isBusy, failure } = useSignedLink();
  return {
    start: (file: string) => follow(file, () => callApi('downloadResource', { file })),
    isBusy,
    failure,
  };
}
