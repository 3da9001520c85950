import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fault } from '../../bench/faults/fault.ts';
import { brokenPromises, describeSeen } from '../../bench/faults/report.ts';
import { type Phases, runFault } from '../../bench/faults/run-fault.ts';
import { untilSo } from '../support/until-so.ts';

const LEAST_BEFORE = 100;
const LEAST_DURING = 10;

/**
 * Breaks what a server stands on, under load, for as long as it takes until this status was answered some times, and
 * sees that all is as promised. By the names of the faults.
 */
export function testFaults(faults: readonly Fault[], chosen: Readonly<Record<string, number>>): void {
  for (const [name, status] of Object.entries(chosen)) {
    const named = faults.filter((fault) => fault.name === name);
    assert.ok(named.length > 0, `no fault is called ${name}`);
    for (const fault of named) {
      test(`${fault.store}, ${name}: nothing is lost or handed out twice, and all is answered as promised`, async (t) => {
        const seen = await runFault(fault, phasesUntil(status));
        t.diagnostic(describeSeen(fault, seen));
        assert.deepEqual(brokenPromises(fault, seen), []);
      });
    }
  }
}

function phasesUntil(status: number): Phases {
  const answered = (outcome: number, times: number) => (load: Parameters<Phases['before']>[0]) =>
    untilSo(`${times} answers of ${outcome}`, async () => load.tally.count(outcome) >= times);
  return {
    before: answered(200, LEAST_BEFORE),
    during: answered(status, LEAST_DURING),
    after: answered(200, LEAST_BEFORE),
  };
}
