import { createContext, Script } from 'node:vm';

export interface EdgeRequest {
  method: string;
  uri: string;
  headers: Record<string, { value: string }>;
  querystring: Record<string, { value: string; multiValue?: { value: string }[] }>;
  cookies: Record<string, { value: string }>;
}

interface EdgeResponse {
  statusCode: number;
  headers?: Record<string, { value: string }>;
  body?: { data: string };
}

/** Runs on each viewer request: gives back the request, perhaps with another path, or answers it at once. */
export type EdgeFunction = (request: EdgeRequest, viewerAddress?: string) => EdgeRequest | EdgeResponse;

/** Only against an endless loop: CloudFront allows a millisecond of computing, but a busy laptop may pause for longer. */
const timeoutMs = 5_000;

/**
 * Runs the code of a CloudFront Function as it stands in the template, with nothing around it but what CloudFront gives.
 * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-javascript-runtime-20.html
 */
export function loadEdgeFunction(code: string): EdgeFunction {
  const context = createContext({ Buffer });
  new Script(code).runInContext(context);
  const call = new Script('JSON.stringify(handler(JSON.parse(input)))');
  return (request, viewerAddress = '127.0.0.1') => {
    const event = {
      version: '1.0',
      context: { eventType: 'viewer-request' },
      viewer: { ip: viewerAddress },
      request,
    };
    context.input = JSON.stringify(event);
    return JSON.parse(call.runInContext(context, { timeout: timeoutMs }));
  };
}
