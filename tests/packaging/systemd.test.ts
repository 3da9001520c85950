import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { configOf } from '../config/load-sample.ts';
import { executable } from '../support/program.ts';
import { needProgram } from '../support/programs.ts';
import { type Cleanup, temporaryFolder } from '../support/temp.ts';

const root = resolve(import.meta.dirname, '../..');
const unit = readFileSync(join(root, 'examples/systemd/hushlink.service'), 'utf8');
const guide = readFileSync(join(root, 'docs/operations.md'), 'utf8');

/** What systemd finds wrong with a unit; the executable stands where this machine has it. */
function complaintsAbout(t: Cleanup, text: string): string {
  const file = join(temporaryFolder(t), 'hushlink.service');
  writeFileSync(file, text.replace('/usr/local/bin/hushlink', executable));
  const command = ['verify', '--man=no', file];
  const { stdout, stderr } = spawnSync(needProgram('systemd-analyze'), command, { encoding: 'utf8' });
  return stdout + stderr;
}

test('systemd takes every line of the unit', (t) => {
  assert.equal(complaintsAbout(t, unit), '');
  assert.match(complaintsAbout(t, unit.replace('ProtectClock', 'ProtectTheClock')), /ProtectTheClock/);
});

test('the unit waits longer for a stop than the server takes for one', () => {
  const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]);
  const { drainMs, drainDelayMs } = configOf().listen;
  assert.ok(seconds * 1000 > drainMs + drainDelayMs);
  assert.match(unit, /^ExecReload=\/bin\/kill -HUP \$MAINPID$/m);
});

test('the unit and the guide say how to open another folder than its own to writing', () => {
  assert.match(unit, /^ProtectSystem=strict$/m);
  for (const text of [unit, guide]) assert.match(text, /HUSHLINK_DATA[\s\S]{0,300}ReadWritePaths=/);
});

test('the unit lets nothing of the memory be written to a file', () => {
  assert.match(unit, /^LimitCORE=0$/m);
});

test('the unit closes to the server what it has no business with', () => {
  const closed = ['Clock', 'ControlGroups', 'Hostname', 'KernelLogs', 'KernelModules', 'KernelTunables'];
  for (const line of [
    ...closed.map((what) => `Protect${what}=yes`),
    ...['Namespaces', 'Realtime', 'SUIDSGID'].map((what) => `Restrict${what}=yes`),
    'NoNewPrivileges=yes',
    'CapabilityBoundingSet=',
    'ProtectProc=invisible',
    'SystemCallArchitectures=native',
    'SystemCallFilter=@system-service',
    // Killed for a call that it can do without, a server would not start on another systemd.
    'SystemCallErrorNumber=EPERM',
  ]) {
    assert.ok(unit.split('\n').includes(line), line);
  }
  // V8 compiles while it runs.
  assert.doesNotMatch(unit, /^MemoryDenyWriteExecute=/m);
});
