const chunkTimeoutSeconds = 120;

/** A chunk did not arrive: the connection broke, or a newer version has replaced the file. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';

  constructor(id: string, options?: ErrorOptions) {
    super(`Loading chunk ${id} failed.`, options);
  }
}

/** Throws `ChunkLoadError` if the import fails or takes longer than 120 seconds. */
export async function loadChunk<Module>(id: string, importChunk: () => Promise<Module>): Promise<Module> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`No response in ${chunkTimeoutSeconds} s`)),
      chunkTimeoutSeconds * 1000,
    );
  });
  try {
    return await Promise.race([importChunk(), timeout]);
  } catch (cause) {
    throw new ChunkLoadError(id, { cause });
  } finally {
    clearTimeout(timer);
  }
}
