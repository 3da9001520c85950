// A mail server in a process of its own, so that taking mails does not disturb whoever measures.
import { startSmtpServer } from '../../tests/support/smtp-server.ts';

await startSmtpServer({ port: Number(process.env.PORT) });
console.log('mail server is ready');
