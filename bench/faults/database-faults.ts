import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, globSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { builtProgram } from '../../tests/support/program.ts';
import { needProgram } from '../../tests/support/programs.ts';
import { temporaryFolder } from '../../tests/support/temp.ts';
import type { Fault } from './fault.ts';
import { sqliteServer } from './stage.ts';

/** What happens to the file of the database. */
export const databaseFaults: readonly Fault[] = [
  {
    ...{
      name: 'another process holds the write lock',
      store: 'SQLite',
      mayAnswer: [503],
      longestWaitMs: 12_000,
      isReady: false,
    },
    promised:
      'Who writes waits for up to five seconds, then 503 with `Retry-After`; nothing is changed. What only reads goes on.',
    open: async (t) => {
      const server = await sqliteServer(t);
      const other = new DatabaseSync(fileOf(server.folder), { timeout: 5_000 });
      t.after(() => other.close());
      return { server, inject: () => other.exec('BEGIN IMMEDIATE'), heal: () => other.exec('ROLLBACK') };
    },
  },
  {
    ...{
      name: 'the file is moved away, and back',
      store: 'SQLite',
      mayAnswer: [503],
      longestWaitMs: 2_000,
      isReady: false,
    },
    promised:
      'Nothing is answered as kept in a file that nobody would find again: writes are 503, `/readyz` is 503, and with the file it goes on.',
    open: async (t) => {
      const server = await sqliteServer(t);
      const [here, away] = [fileOf(server.folder), `${fileOf(server.folder)}.away`];
      return { server, inject: () => renameSync(here, away), heal: () => renameSync(away, here) };
    },
  },
  {
    ...{
      name: 'the data folder is deleted under the server',
      store: 'SQLite',
      mayAnswer: [503],
      longestWaitMs: 2_000,
      isReady: false,
    },
    promised:
      'Nothing is answered as kept in a file that nobody would find again: writes are 503, `/readyz` is 503, until a restart.',
    mayLose: 'all that was in the file is gone with it',
    open: async (t) => {
      const server = await sqliteServer(t);
      return {
        server,
        inject: () => rmSync(join(server.folder, 'data'), { recursive: true }),
        heal: async () => {
          await server.kill('SIGTERM');
          await server.start();
        },
      };
    },
  },
  {
    ...{
      name: 'file and folder become read-only',
      store: 'SQLite',
      mayAnswer: [],
      longestWaitMs: 2_000,
      isReady: true,
    },
    promised: 'A running server has them open and goes on; a start is refused and says why.',
    open: async (t) => {
      const folder = temporaryFolder(t);
      mkdirSync(join(folder, 'data'));
      const { program, own } = asNobody();
      own(folder, join(folder, 'data'));
      const server = await sqliteServer(t, { folder, program });
      const [file, data] = [fileOf(folder), join(folder, 'data')];
      return {
        server,
        inject: () => setModes(data, 0o555, 0o444),
        heal: () => setModes(data, 0o755, 0o644),
        look: async () => {
          setModes(data, 0o555, 0o444);
          await server.kill('SIGTERM');
          const said = await server.start().then(
            () => 'it started',
            (error: Error) => lastLineOf(error.message),
          );
          setModes(data, 0o755, 0o644);
          await server.start();
          return [
            {
              isKept: existsSync(file) && said !== 'it started',
              text: `a start says: ${said.replaceAll(folder, '…')}`,
            },
          ];
        },
      };
    },
  },
];

function fileOf(folder: string): string {
  return join(folder, 'data', 'hushlink.db');
}

function setModes(folder: string, ofFolder: number, ofFiles: number): void {
  chmodSync(folder, 0o755);
  for (const file of globSync(join(folder, '*'))) chmodSync(file, ofFiles);
  chmodSync(folder, ofFolder);
}

/** The modes of files do not stop root, who therefore starts the server as nobody (65534). */
function asNobody() {
  if (process.getuid?.() !== 0) return { program: builtProgram, own: () => {} };
  const id = '65534';
  return {
    program: [needProgram('setpriv'), `--reuid=${id}`, `--regid=${id}`, '--clear-groups', ...builtProgram] as const,
    own: (...folders: readonly string[]) => void spawnSync('chown', [`${id}:${id}`, ...folders]),
  };
}

function lastLineOf(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}
