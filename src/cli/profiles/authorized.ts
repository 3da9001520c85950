import type { Result } from '#src/result.ts';
import { type CliFailure, failed } from '../failure.ts';
import type { Api } from '../site/api.ts';
import { readShape } from '../site/shapes.ts';
import { TEXTS } from '../texts.ts';

export interface Person {
  readonly user: string;
  readonly role: 'customer' | 'colonel';
  /** The id of the plan. */
  readonly plan: string;
}

/** Who the caller is to the server by the client's credentials; a failure if they are nobody's. */
export async function readAuthorized(api: Api): Promise<Result<Person, CliFailure>> {
  const answer = await api.get('/authcheck');
  if (!answer.ok) return answer;
  const isKnown = readShape(answer.value, (fields) => fields.nested('details').flag('authorized'));
  if (!isKnown.ok) return isKnown;
  if (!isKnown.value) return failed('refused', TEXTS.errors.notKnown);
  return readShape(answer.value, (fields) => {
    const record = fields.nested('record');
    const plan = record.nested('plan').line('planid');
    return { user: record.line('custid'), role: record.oneOf('role', ['customer', 'colonel']), plan };
  });
}
