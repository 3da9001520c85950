import { readFileSync } from 'node:fs';

export interface Requirement {
  readonly id: string;
  readonly area: string;
  readonly text: string;
  readonly source: string;
}

const file = new URL('../../docs/requirements.tsv', import.meta.url);

/** The lines of docs/requirements.tsv by their id: what the ids in test titles mean. */
export function readRequirements(): ReadonlyMap<string, Requirement> {
  const [, ...rows] = readFileSync(file, 'utf8').trim().split('\n');
  return new Map(rows.map(toRequirement).map((requirement) => [requirement.id, requirement]));
}

function toRequirement(row: string): Requirement {
  const [id, area, text, source] = row.split('\t');
  if (!id || !area || !text || source === undefined) throw new Error(`docs/requirements.tsv: not four columns: ${row}`);
  return { id, area, text, source };
}
