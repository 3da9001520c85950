import { transferContract } from './transfer.contract.ts';
import { storeMakers } from './transfer-stage.ts';

const { makeSqlite, makeRedis } = await storeMakers();

transferContract('redis to sqlite', makeRedis, makeSqlite);
transferContract('redis to redis', makeRedis, makeRedis);
