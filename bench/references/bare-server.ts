// What Express 5, or Node without it, does with the same bytes and nothing else: the measure that every figure stands
// beside. BARE says which of the two.
import { argon2, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import express from 'express';

const texts = new Map((process.env.STRING_BYTES ?? '').split(',').map((bytes) => [bytes, 'x'.repeat(Number(bytes))]));

// What a sign-in cannot do without: the parameters of config/hushlink.yaml.
const stretching = { memory: 65_536, passes: 3, parallelism: 4, tagLength: 32, message: 'a password for measuring' };

const listeners: Readonly<Record<string, () => RequestListener>> = {
  express: createExpress,
  'node:http': () => answer,
};
createServer(listeners[process.env.BARE ?? '']?.()).listen(Number(process.env.PORT), '127.0.0.1', () => {
  console.log('reference is ready');
});

function createExpress(): RequestListener {
  const app = express();
  app.post('/echo', express.json(), (request, response) => {
    response.json(request.body);
  });
  for (const [bytes, text] of texts) {
    app.get(`/string/${bytes}`, (_request, response) => {
      response.type('html').send(text);
    });
  }
  app.get('/argon2', (_request, response) => {
    argon2('argon2id', { ...stretching, nonce: randomBytes(16) }, () => response.send(''));
  });
  return app;
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const text = texts.get(request.url?.slice('/string/'.length) ?? '');
  if (text === undefined) echo(request, response);
  else send(response, 'text/html; charset=utf-8', text);
}

function echo(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = JSON.stringify(JSON.parse(Buffer.concat(chunks).toString()));
    send(response, 'application/json; charset=utf-8', body);
  });
}

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}
