import { DatabaseSync } from 'node:sqlite';
import { openDisk } from '#src/store/sqlite/disk.ts';

/** Ends threads one of which has answered, while the answer has not been read yet. */
const [path = ''] = process.argv.slice(2);
const database = new DatabaseSync(path);
database.exec('PRAGMA journal_mode = WAL; CREATE TABLE note (text TEXT)');
const disk = openDisk({ path, busyMs: 50 });
await disk.sync();
const asked = disk.sync();
// This thread stands still, and reads nothing meanwhile.
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
await Promise.all([disk.close(), asked]);
process.stdout.write('closed');
