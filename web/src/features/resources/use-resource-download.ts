import { callApi } from '../../lib/call-api.ts';
import { useSignedLink } from '../../lib/use-signed-link.ts';

export type ResourceDownload = ReturnType<typeof useResourceDownload>;

/** Downloads a free resource. */
export function useResourceDownload() {
  const { buttonOf } = useSignedLink();
  return {
    /** The props of a file's button. */
    buttonOf: (file: string) => buttonOf(file, () => callApi('downloadResource', { file })),
  };
}
