import { openBothEngines } from './both-engines.ts';
import { keyStoreContract } from './key-store.contract.ts';

for (const [engine, store] of await openBothEngines()) keyStoreContract(engine, () => store);
