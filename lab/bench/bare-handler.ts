import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

/** The minimal function that `measureLoad` compares ours with. */
export async function handler(): Promise<APIGatewayProxyStructuredResultV2> {
  return { statusCode: 200, body: '{"result":{}}' };
}
