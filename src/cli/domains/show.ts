import type { Answer } from '../answer.ts';
import type { Fields } from '../site/shapes.ts';
import { inColumns } from '../terminal/columns.ts';
import { TEXTS } from '../texts.ts';

type DnsRecord = readonly [type: string, host: string, value: string];

const NOT_LOOKED_AT = '-';

/** Every domain on a line of its own; the columns stand below each other. */
export function listAnswer(fields: Fields): Answer {
  const rows = fields
    .list('records')
    .map((record) => [
      record.line('display_domain'),
      record.flag('verified') ? 'verified' : 'unverified',
      record.nestedOrNull('vhost')?.line('status') ?? NOT_LOOKED_AT,
      dayOf(record.integer('created')),
    ]);
  const json = {
    count: fields.integer('count'),
    custid: fields.text('custid'),
    records: fields.raw('records'),
    details: fields.raw('details'),
  };
  return { line: inColumns(rows), json, notes: rows.length === 0 ? [TEXTS.domains.none] : [] };
}

export function addedAnswer(fields: Fields): Answer {
  return { ...shownAnswer(fields), notes: [howToCreate(fields), TEXTS.domains.wait] };
}

/** What is known of a domain, then the records that it needs. */
export function shownAnswer(fields: Fields): Answer {
  const line = `${factsOf(fields.nested('record'))}\n${inColumns(recordsOf(fields))}`;
  const notes = fields.nested('record').flag('verified') ? [] : [howToCreate(fields)];
  return { line, json: jsonOf(fields), notes };
}

/** The facts alone: whoever asks for a check knows what to create. */
export function verifiedAnswer(fields: Fields): Answer {
  const record = fields.nested('record');
  return { line: factsOf(record), json: jsonOf(fields), notes: [proofNote(record)] };
}

export function removedAnswer(fields: Fields): Answer {
  return { line: 'removed\n', json: jsonOf(fields), notes: [] };
}

function factsOf(record: Fields): string {
  const vhost = record.nestedOrNull('vhost');
  const facts: readonly (readonly [string, string])[] = [
    ['domain', record.line('display_domain')],
    ['verified', record.flag('verified') ? 'yes' : 'no'],
    ['added', dayOf(record.integer('created'))],
    ...(vhost === null ? ([['status', TEXTS.domains.notLookedAt]] as const) : seenOf(vhost)),
  ];
  return facts.map(([name, value]) => `${name}: ${value}\n`).join('');
}

function seenOf(vhost: Fields): readonly (readonly [string, string])[] {
  const pointsAt = [vhost.line('target_address'), vhost.line('dns_pointed_at')].filter((place) => place !== '');
  const until = vhost.lineOrNull('ssl_active_until');
  return [
    ['status', `${vhost.line('status')} (${vhost.line('status_message')})`],
    ['points at', pointsAt.join(', ') || 'nothing'],
    ['certificate', TEXTS.domains.certificate(vhost.flag('has_ssl'), until?.slice(0, 10) ?? null)],
    ['last look', vhost.line('last_monitored_humanized')],
  ];
}

/** A domain stays verified for a while after its proof has gone, and can be verified before it leads here. */
function proofNote(record: Fields): string {
  const status = record.nestedOrNull('vhost')?.line('status');
  if (!record.flag('verified')) return status === 'TAKEN' ? TEXTS.domains.taken : TEXTS.domains.notProven;
  if (status === 'UNPROVEN') return TEXTS.domains.proofMissing;
  return status === 'ACTIVE' || status === 'ACTIVE_SSL' ? TEXTS.domains.proven : TEXTS.domains.provenAlone;
}

/** Type, host and value of each, as a zone has them: the proof, and the way to the server. */
function recordsOf(fields: Fields): readonly DnsRecord[] {
  const [record, cluster] = [fields.nested('record'), fields.nested('details').nested('cluster')];
  const host = record.line('ascii_domain');
  const challenge = `${record.line('txt_validation_host')}.${record.line('base_domain')}`;
  const address = cluster.lineOrNull('cluster_ip') ?? TEXTS.domains.noAddress;
  return [
    ['TXT', challenge, record.line('txt_validation_value')],
    // No CNAME may stand beside the other records of an apex (RFC 1034 section 3.6.2).
    record.flag('is_apex')
      ? [address.includes(':') ? 'AAAA' : 'A', host, address]
      : ['CNAME', host, cluster.line('cluster_host')],
  ];
}

function howToCreate(fields: Fields): string {
  return TEXTS.domains.create(fields.nested('record').line('base_domain'));
}

function jsonOf(fields: Fields): object {
  return { record: fields.raw('record'), details: fields.raw('details') };
}

function dayOf(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toISOString().slice(0, 10);
}
