import { countCells, knockEverywhere } from '../../tests/security/header-matrix.ts';
import { faultsOf } from '../../tests/security/matrix-judgement.ts';
import { counted, examples, type Row, verdictOf } from './row.ts';

export const headers: Row = {
  name: 'headers',
  what: 'protections in the headers of every route with every status, on pages, both APIs, files, custom domains and the internal listener',
  bar: 'every cell seen or impossible by a rule; nothing lacking in any answer',
  async measure(t) {
    const knocked = await knockEverywhere(t);
    const { routes, answers, seen, impossible, unexplained } = countCells(knocked);
    const faults = knocked.flatMap(faultsOf);
    return {
      tried: `${counted(answers, 'answers')} of ${counted(routes, 'routes')}`,
      seen: `${counted(seen, 'cells')} seen, ${impossible} impossible by a rule, ${unexplained.length} open${examples(unexplained)}; ${faults.length} answers lacking something${examples(faults)}`,
      verdict: verdictOf(unexplained.length === 0 && faults.length === 0),
    };
  },
};
