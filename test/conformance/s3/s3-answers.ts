import type { S3 } from '@aws-sdk/client-s3';
import { answerOf, type SdkAnswer } from '../answer.ts';
import type { Probe } from '../comparison.ts';

export type Call = (s3: S3) => Promise<SdkAnswer>;

/** A probe that makes calls one after another. Its outcome is their answers. */
export const probeS3 = (name: string, ...calls: Call[]): Probe<S3> => ({
  name,
  async run(s3) {
    const answers: unknown[] = [];
    for (const call of calls) answers.push(await comparableAnswer(call(s3)));
    return answers;
  },
});

/**
 * Texts that each implementation makes up, what the local cloud does not have (owners, encryption, storage
 * classes), and checksums, which have their own probes.
 */
const omitted =
  /^(message|Owner|Initiator|Location|ServerSideEncryption|StorageClass|AbortDate|Checksum.*|BucketRegion|AccessPointAlias)$/;
const generated = [
  'LastModified',
  'Initiated',
  'VersionId',
  'DeleteMarkerVersionId',
  'UploadId',
  'CopySourceVersionId',
];
const continuation = ['ContinuationToken', 'NextContinuationToken'];

/** Bodies as text. Of generated values, only their presence. */
export async function comparableAnswer(call: Promise<SdkAnswer>): Promise<unknown> {
  return comparable(await textBody(await answerOf(call)));
}

async function textBody(answer: object): Promise<object> {
  const { Body, ...rest } = answer as { Body?: { transformToString(): Promise<string> } };
  return Body ? { ...rest, Body: await Body.transformToString() } : rest;
}

function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, part]) => !omitted.test(name) && !isNothing(name, part) && !isSizeOfAnswer(name, value))
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, part]) => [name, isGenerated(name) ? '(generated)' : comparable(part)]),
  );
}

/** Some implementations also add the size to the answer of an upload. Listed objects and parts have one everywhere. */
const isSizeOfAnswer = (name: string, value: object) =>
  name === 'Size' && !('Key' in value) && !('PartNumber' in value);

/** Implementations leave out an empty value, or return it. */
const isNothing = (name: string, part: unknown) =>
  part === undefined ||
  (part === '' && name !== 'Body') ||
  (part === false && name === 'DeleteMarker') ||
  (part === 'null' && name === 'VersionId');

const isGenerated = (name: string) => [...generated, ...continuation].includes(name);
