import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Engine, openMailSite } from '../durability/mail-site.ts';
import { startSmtpServer } from '../support/smtp-server.ts';
import { findMarks, type Place } from './search.ts';

const marks = [
  { name: 'address', value: 'marked-reader@marked.example' },
  { name: 'obscured address', value: 'ma*****@m*****.example' },
  { name: 'link', value: 'https://hush.example.org/secret/q8w2marked0link0of0a0mail0here' },
  { name: 'kind', value: 'verification' },
  { name: 'host', value: 'hush.example.org' },
];

const engines: readonly Engine[] = ['SQLite', 'Redis'];

for (const engine of engines) {
  test(`${engine}: whoever takes the store learns neither whom mails go to nor what they say, before and after they are sent`, async (t) => {
    const smtp = await startSmtpServer();
    t.after(() => smtp.stop());
    const site = await openMailSite(t, engine, smtp);
    const link = marks.find(({ name }) => name === 'link')?.value;
    await site.post(['marked-reader@marked.example'], link);
    const places = filesIn(site.folder);
    assert.ok(places.some(({ bytes }) => bytes.includes('outbox')));
    assert.deepEqual(findMarks(places, marks), []);
    const server = await site.start();
    await smtp.until(() => smtp.mails.length === 1);
    const whileRunning = findMarks(
      [...filesIn(site.folder), { name: 'log', bytes: Buffer.from(server.output()) }],
      marks,
    );
    await server.stop();
    assert.deepEqual([...whileRunning, ...findMarks(filesIn(site.folder), marks)], []);
    assert.match(smtp.mails[0]?.parsed.text ?? '', /q8w2marked0link0of0a0mail0here/);
  });
}

function filesIn(folder: string): Place[] {
  const paths = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));
  return paths.filter((path) => statSync(path).isFile()).map((path) => ({ name: path, bytes: readFileSync(path) }));
}
