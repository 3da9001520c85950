import { openBothEngines } from './both-engines.ts';
import { ownedSecretsContract } from './owned-secrets.contract.ts';

for (const [engine, { secrets }] of await openBothEngines()) ownedSecretsContract(engine, () => secrets);
