/** An expected outcome as a value: outages and bugs are thrown, everything else is returned. */
export type Result<Value, Failure extends { kind: string }> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure };

export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function fail<Failure extends { kind: string }>(
  failure: Failure,
): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure };
}
