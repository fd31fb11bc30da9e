import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { OpenBytes } from './blob-files.ts';
import type { ObjectStore } from './object-store.ts';
import { S3Error } from './s3-error.ts';
import { formatXml } from './s3-xml.ts';
import type { CreatedObject } from './stored-object.ts';

export interface S3Request {
  message: IncomingMessage;
  bucket: string;
  key: string;
  query: URLSearchParams;
}

export interface S3Answer {
  status: number;
  headers?: OutgoingHttpHeaders;
  body?: string | OpenBytes;
}

export interface S3Context {
  store: ObjectStore;
  announce: (bucket: string, created: CreatedObject) => Promise<void>;
}

const XML_HEADERS = { 'content-type': 'application/xml' };

export function answerXml(root: string, content: string, headers: OutgoingHttpHeaders = {}): S3Answer {
  const xmlns = 'http://s3.amazonaws.com/doc/2006-03-01/';
  return {
    status: 200,
    headers: { ...XML_HEADERS, ...headers },
    body: formatXml(`<${root} xmlns="${xmlns}">${content}</${root}>`),
  };
}

export function invalidArgument(message: string): S3Error {
  return new S3Error(400, 'InvalidArgument', message);
}

/** @throws S3Error InvalidURI */
export function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error(400, 'InvalidURI', "Couldn't parse the specified URI.");
  }
}
