import type { Store } from '#src/store/store.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '../../support/app.ts';
import { startSmtpServer, type TakenMail, type TestSmtpServer } from '../../support/smtp-server.ts';
import type { Cleanup } from '../../support/temp.ts';
import { type Visitor, visitorOf } from '../../support/visitor.ts';

export const RECIPIENT = 'support@example.org';
export const SENT = '/incoming?notice=sent';

export interface SupportStage extends TestApp {
  readonly mailbox: TestSmtpServer;
  /** Opens the form and sends it, as somebody new unless a visitor is given. */
  send(
    fields?: Readonly<Record<string, string>>,
    by?: { visitor?: Visitor; headers?: Readonly<Record<string, string>> },
  ): Promise<Awaited<ReturnType<Visitor['send']>>>;
  /** Every mail that support has got by now. */
  mails(): Promise<readonly TakenMail[]>;
}

interface StageOptions extends Omit<TestAppOptions, 'mailServer' | 'store'> {
  /** Stands between the application and its store. */
  readonly around?: (store: Store) => Store;
}

/** A site that takes details for support, and a real mail server that gets what it sends. */
export async function openSupport(t: Cleanup, { around, ...options }: StageOptions = {}): Promise<SupportStage> {
  const mailbox = await startSmtpServer();
  t.after(() => mailbox.stop());
  const env = { HUSHLINK_INCOMING_RECIPIENT: RECIPIENT, ...options.env };
  const plain = { hasLightPassphrases: true, ...options, env, mailServer: mailbox };
  const ground = createTestApp(t, plain);
  const { clock, seal, folder, store } = ground;
  const site = around ? createTestApp(t, { ...plain, clock, seal, store: around(store) }) : ground;
  return {
    ...{ ...site, folder, mailbox },
    send: async (fields = {}, { visitor = visitorOf(site), headers = {} } = {}) => {
      await visitor.open('/incoming', headers);
      const typed = { kind: 'share', secret: 'my details', ticketno: '123456', ...fields };
      return visitor.submit('/incoming', typed, headers);
    },
    mails: async () => {
      await ground.mail.postman.deliverDue();
      return mailbox.mails.filter(({ to }) => to.includes(RECIPIENT));
    },
  };
}

/** The link in a mail: its path. */
export function pathIn({ parsed }: Pick<TakenMail, 'parsed'>): string {
  const [link = ''] = /https?:\/\/\S+\/secret\/[0-9a-z]{31}/.exec(parsed.text ?? '') ?? [];
  return new URL(link).pathname;
}

/** The words of an alert: 'Error' or 'Success', and what it says; null without one. */
export function alertOn(html: string): { role: string; title: string; message: string } | null {
  const found = /<div class="alert alert--\w+" role="(\w+)"[^>]*>.*?<b>(.*?)<\/b><br\/>(.*?)<\/div>/s.exec(html);
  if (found === null) return null;
  const [, role = '', title = '', message = ''] = found;
  return { role, title, message };
}

/** The value of the field of that name. */
export function fieldOn(html: string, name: string): string | null {
  const [tag] = new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(html) ?? [];
  return / value="([^"]*)"/.exec(tag ?? '')?.[1] ?? null;
}
