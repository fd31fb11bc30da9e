import type { MetadataBearer } from '@aws-sdk/types';

/** The answer of an AWS SDK without its metadata, or the status, name and message of the error. */
export async function answerOf(call: Promise<MetadataBearer>): Promise<unknown> {
  try {
    const { $metadata, ...answer } = await call;
    return answer;
  } catch (error) {
    const { name, message, $metadata } = error as Error & Partial<MetadataBearer>;
    if (!$metadata?.httpStatusCode) throw error;
    return { status: $metadata.httpStatusCode, name, message };
  }
}
