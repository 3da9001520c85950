import { transferContract } from './transfer.contract.ts';
import { storeMakers } from './transfer-stage.ts';

const { makeSqlite, makeRedis } = await storeMakers();

transferContract('sqlite to sqlite', makeSqlite, makeSqlite);
transferContract('sqlite to redis', makeSqlite, makeRedis);
