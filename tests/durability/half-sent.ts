import { connect, type Socket } from 'node:net';

const half = JSON.stringify({ kind: 'share', secret: 'half of it came before the stop' });

/** A creation of which the server has seen the head and the first byte of the body. */
export function sendHalf(port: number): Promise<Socket> {
  const head = ['POST /api/v2/secret/conceal HTTP/1.1', 'Host: localhost', 'Content-Type: application/json'];
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', reject);
    // The server says 100 once it has read the head: from then on it has taken the request.
    socket.once('data', () => {
      socket.write(half.slice(0, 1));
      resolve(socket);
    });
    socket.write([...head, 'Expect: 100-continue', `Content-Length: ${half.length}`, '', ''].join('\r\n'));
  });
}

/** Resolves with the key of the secret once all of the answer is there; rejects if it was cut. */
export function sendRest(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.once('error', reject);
    socket.once('close', () => {
      const [head = '', body = ''] = text.split('\r\n\r\n');
      if (/^HTTP\/1\.1 200 /.test(head)) resolve(String(JSON.parse(body).record.secret.key));
      else reject(new Error(`cut: ${text}`));
    });
    socket.write(half.slice(1));
  });
}
