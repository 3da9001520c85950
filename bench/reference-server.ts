// What Express 5 does with the same bytes and nothing else: the measure that every figure stands beside.
import { argon2, randomBytes } from 'node:crypto';
import express from 'express';

const app = express();
app.post('/echo', express.json(), (request, response) => {
  response.json(request.body);
});
for (const bytes of (process.env.STRING_BYTES ?? '8000').split(',')) {
  const text = 'x'.repeat(Number(bytes));
  app.get(`/string/${bytes}`, (_request, response) => {
    response.type('html').send(text);
  });
}

// What a sign-in cannot do without: the parameters of config/hushlink.yaml.
const stretching = { memory: 65_536, passes: 3, parallelism: 4, tagLength: 32, message: 'a password for measuring' };
app.get('/argon2', (_request, response) => {
  argon2('argon2id', { ...stretching, nonce: randomBytes(16) }, () => response.send(''));
});

app.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('reference is ready'));
