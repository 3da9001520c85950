import { openBothEngines } from './both-engines.ts';
import { sessionStoreContract } from './session-store.contract.ts';

for (const [engine, { sessions }] of await openBothEngines()) sessionStoreContract(engine, () => sessions);
