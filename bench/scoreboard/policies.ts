import { judgePolicy } from '../../tests/security/csp.ts';
import { knockEverywhere, policiesOf } from '../../tests/security/header-matrix.ts';
import { counted, examples, type Row, verdictOf } from './row.ts';

export const policies: Row = {
  name: 'csp',
  what: 'every Content-Security-Policy that is sent, judged by csp_evaluator',
  bar: '0 high, 0 medium, no unsafe source, no nonce',
  async measure(t) {
    const knocked = await knockEverywhere(t);
    const judged = policiesOf(knocked).map(judgePolicy);
    const [unsafe, high, medium] = [
      judged.flatMap((one) => one.unsafe),
      judged.flatMap((one) => one.high),
      judged.flatMap((one) => one.medium),
    ];
    const perhaps = judged.flatMap((one) => one.perhaps);
    return {
      tried: `${counted(judged.length, 'policies')} of ${counted(knocked.length, 'answers')}`,
      seen: `${high.length} high, ${medium.length} medium, ${unsafe.length} unsafe${examples([...high, ...medium, ...unsafe])}; ${perhaps.length} that may matter elsewhere${examples(perhaps)}`,
      verdict: verdictOf(judged.length > 0 && [...unsafe, ...high, ...medium].length === 0),
    };
  },
};
