import type { IncomingMessage } from 'node:http';
import { stages } from '../lib/stages.ts';

interface Answer {
  status: number;
  contentType: string;
  body: string;
}

const json = (status: number, body: object): Answer => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify(body),
});

/**
 * Answers the doctor's requests about an account: its identity (STS) and whether the sender's address
 * is verified (SES).
 * @returns undefined for any other request
 */
export function answerAboutAccount({ method, url }: IncomingMessage, body: string): Answer | undefined {
  if (method === 'POST' && url === '/' && new URLSearchParams(body).get('Action') === 'GetCallerIdentity') {
    return {
      status: 200,
      contentType: 'text/xml',
      body: `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult><Arn>arn:aws:iam::000000000000:user/local</Arn><UserId>local</UserId><Account>000000000000</Account></GetCallerIdentityResult></GetCallerIdentityResponse>`,
    };
  }
  const identity = /^\/v2\/email\/identities\/([^/]+)$/.exec(url ?? '')?.[1];
  if (method !== 'GET' || identity === undefined) return undefined;
  if (decodeURIComponent(identity) === stages.local.senderAddress) {
    return json(200, { IdentityType: 'EMAIL_ADDRESS', VerifiedForSendingStatus: true });
  }
  return json(404, { __type: 'NotFoundException', message: `Email identity ${identity} does not exist.` });
}
