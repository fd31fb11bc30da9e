/** The return value of an AWS SDK, or the fields of its error. */
export interface SdkAnswer {
  $metadata: { httpStatusCode?: number | undefined };
}

/** The answer of an AWS SDK without its metadata, or the status, name and message of the error. */
export async function answerOf(call: Promise<SdkAnswer>): Promise<object> {
  try {
    const { $metadata, ...answer } = await call;
    return answer;
  } catch (error) {
    const { name, message, $metadata } = error as Error & Partial<SdkAnswer>;
    if (!$metadata?.httpStatusCode) throw error;
    return { status: $metadata.httpStatusCode, name, message };
  }
}
