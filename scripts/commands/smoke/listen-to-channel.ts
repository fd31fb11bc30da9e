import type { WebSettings } from '../../../contract/records/web-settings.ts';

interface ServerMessage {
  type: string;
  event?: string;
}

/** Subscribes to a channel of the doorbell, as a browser does. */
export async function listenToChannel(
  { doorbell }: Pick<WebSettings, 'doorbell'>,
  token: string,
  channel: string,
) {
  if (!doorbell) throw new Error('The site has no doorbell.');
  const authorization = { host: doorbell.host, Authorization: token };
  const header = Buffer.from(JSON.stringify(authorization)).toString('base64url');
  const socket = new WebSocket(doorbell.url, ['aws-appsync-event-ws', `header-${header}`]);
  const rings: { userId?: string; version: string }[] = [];
  const outcome = await new Promise<string>((resolve) => {
    socket.onopen = () => socket.send(JSON.stringify({ type: 'connection_init' }));
    socket.onmessage = ({ data }) => {
      const { type, event = '' } = JSON.parse(String(data)) as ServerMessage;
      if (type === 'connection_ack')
        socket.send(JSON.stringify({ type: 'subscribe', id: '1', channel, authorization }));
      else if (type === 'data') rings.push(JSON.parse(event));
      else if (type !== 'ka') resolve(type);
    };
    socket.onerror = () => resolve('failed');
  });
  return { outcome, rings, close: () => socket.close() };
}
