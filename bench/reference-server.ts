// What Express 5 does with the same bytes and nothing else: the measure that every figure stands beside.
import express from 'express';

const app = express();
const text = 'x'.repeat(Number(process.env.STRING_BYTES ?? 8000));

app.post('/echo', express.json(), (request, response) => {
  response.json(request.body);
});
app.get('/string', (_request, response) => {
  response.type('html').send(text);
});

app.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('reference is ready'));
