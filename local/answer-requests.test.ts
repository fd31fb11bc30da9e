import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { answerRequests } from './answer-requests.ts';
import { listen } from './server/listen.ts';

async function ask(requestLine: string): Promise<string> {
  const { port, close } = await listen(
    answerRequests({
      cognitoEndpoint: 'http://127.0.0.1:1',
      showLocalPage: async () => false,
      serveSite: (request, response) => response.end(`The site: ${request.url}`),
      servePages: undefined,
    }),
  );
  onTestFinished(close);
  const socket = connect({ host: '127.0.0.1', port });
  socket.write(`${requestLine} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

it.each(['/pricing', '//evil.example/pricing', '/%', '/?%=%&a'])('serves %s', async (target) => {
  expect(await ask(`GET ${target}`)).toContain(`The site: ${target}`);
});

it.each(['GET http://evil.example/', 'OPTIONS *'])('refuses %s', async (requestLine) => {
  expect(await ask(requestLine)).toMatch(/^HTTP\/1\.1 400 /);
});
