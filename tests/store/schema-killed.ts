// A process that is killed in the middle of a migration: schema-killed.ts sqlite FILE AT, or redis URL AT.
import { DatabaseSync } from 'node:sqlite';
import { connectRedis } from '#src/store/redis/connection.ts';
import { prepareRedisSchema } from '#src/store/redis/schema.ts';
import { prepareSchema } from '#src/store/sqlite/schema.ts';
import { markingSteps, TARGET } from './schema-steps.ts';

const [engine, place = '', at = ''] = process.argv.slice(2);
let steps = 0;

function step(): void {
  steps += 1;
  if (steps === Number(at)) process.kill(process.pid, 'SIGKILL');
}

if (engine === 'sqlite') {
  const database = new DatabaseSync(place, { timeout: 5_000 });
  const exec = database.exec.bind(database);
  database.exec = (sql) => {
    exec(sql);
    step();
  };
  prepareSchema(database);
} else {
  const redis = await connectRedis({ url: place, onError: () => {} });
  await prepareRedisSchema(redis, { steps: markingSteps(step), target: TARGET });
  await redis.close();
}
process.stdout.write(`${steps}\n`);
