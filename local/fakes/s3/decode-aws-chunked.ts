import { S3Error } from './s3-error.ts';

const MAX_LINE_BYTES = 16_384;

/**
 * Decodes `aws-chunked`, the encoding in which SDKs stream uploads, and collects its trailers (the
 * checksums). https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming-trailers.html
 */
export async function* decodeAwsChunked(
  source: AsyncIterable<Buffer>,
  trailers: Map<string, string>,
): AsyncGenerator<Buffer> {
  let expected: 'size' | 'data' | 'end of data' | 'trailer' | 'nothing' = 'size';
  let unread = Buffer.alloc(0);
  let dataBytesLeft = 0;

  for await (const piece of source) {
    unread = unread.length === 0 ? Buffer.from(piece) : Buffer.concat([unread, piece]);
    while (unread.length > 0) {
      if (expected === 'data') {
        const data = unread.subarray(0, dataBytesLeft);
        unread = unread.subarray(data.length);
        dataBytesLeft -= data.length;
        if (dataBytesLeft === 0) expected = 'end of data';
        yield data;
        continue;
      }

      const lineEnd = unread.indexOf('\r\n');
      if (lineEnd === -1) {
        if (unread.length > MAX_LINE_BYTES) throw incompleteBody();
        break;
      }
      const line = unread.toString('latin1', 0, lineEnd);
      unread = unread.subarray(lineEnd + 2);

      if (expected === 'size') {
        // A signed chunk continues with `;chunk-signature=…`.
        const size = /^([0-9a-f]{1,12})(;|$)/i.exec(line)?.[1];
        if (size === undefined) throw incompleteBody();
        dataBytesLeft = Number.parseInt(size, 16);
        expected = dataBytesLeft > 0 ? 'data' : 'trailer';
      } else if (expected === 'end of data' && line === '') {
        expected = 'size';
      } else if (expected === 'trailer') {
        const colon = line.indexOf(':');
        if (colon > 0) trailers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
        else if (line === '') expected = 'nothing';
        else throw incompleteBody();
      } else {
        throw incompleteBody();
      }
    }
  }

  if (expected !== 'trailer' && expected !== 'nothing') throw incompleteBody();
}

function incompleteBody(): S3Error {
  return new S3Error(400, 'IncompleteBody', 'The request body is not a complete aws-chunked stream.');
}
