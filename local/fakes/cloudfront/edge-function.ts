import { createHash } from 'node:crypto';
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

/** Returns the request, possibly changed, or a response that is sent at once. */
export type EdgeFunction = (request: EdgeRequest, viewerAddress?: string) => EdgeRequest | EdgeResponse;

/**
 * Runs the code of a CloudFront Function from the template, with only the globals that CloudFront provides.
 * @see
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-javascript-runtime-20.html
 */
export function loadEdgeFunction(code: string): EdgeFunction {
  const context = createContext({ Buffer, require: requireModule });
  new Script(code).runInContext(context);
  // Node.js starts a thread for each call with a timeout, so this call has none.
  const call = new Script('JSON.stringify(handler(JSON.parse(input)))');
  return (request, viewerAddress = '127.0.0.1') => {
    const event = {
      version: '1.0',
      context: { eventType: 'viewer-request' },
      viewer: { ip: viewerAddress },
      request,
    };
    context.input = JSON.stringify(event);
    return JSON.parse(call.runInContext(context));
  };
}

/** CloudFront's own modules, as far as our functions need them. */
function requireModule(name: string): object {
  if (name === 'crypto') return { createHash };
  throw new Error(`CloudFront has no module "${name}".`);
}
