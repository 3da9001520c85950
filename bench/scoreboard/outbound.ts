import { leadInside, rebind, typeAddresses } from '../../tests/domains/outbound.ts';
import { counted, examples, type Row, verdictOf } from './row.ts';

export const outbound: Row = {
  name: 'ssrf',
  what: 'what a customer can make the server connect to: addresses typed for names, DNS that leads inside, DNS that changes its mind. Nothing else connects on anybody’s word, and a look at a certificate sends no request that could be redirected',
  bar: 'at least 40 forms, 0 reached',
  async measure(t) {
    const found = [await typeAddresses(t), await leadInside(t), await rebind(t)];
    const forms = found.reduce((sum, one) => sum + one.forms, 0);
    const reached = found.reduce((sum, one) => sum + one.reached, 0);
    const odd = found.flatMap((one) => one.odd);
    return {
      tried: counted(forms, 'forms'),
      seen: `${reached} reached, ${odd.length} taken for something else${examples(odd)}`,
      verdict: verdictOf(forms >= 40 && reached === 0 && odd.length === 0),
    };
  },
};
