import { parseArgs } from 'node:util';

/** What a `docker run` of our guides asks for. */
export interface RunLine {
  readonly name: string;
  readonly image: string;
  /** Host port and container port. */
  readonly ports: readonly string[];
  /** name:/place */
  readonly volumes: readonly string[];
  readonly user: string | undefined;
  readonly stopTimeoutSeconds: number;
  readonly isRestrained: boolean;
}

/** Every command in the sh blocks of a guide, continued lines joined, without what follows a '#'. */
export function commandsIn(guide: string): string[] {
  const blocks = Array.from(guide.matchAll(/^```sh\n([\s\S]*?)^```$/gm), ([, block = '']) => block);
  const lines = blocks.flatMap((block) => block.replaceAll(/\\\n\s*/g, '').split('\n'));
  return lines.map((line) => line.replace(/\s+#.*$/, '').trim()).filter((line) => line !== '');
}

/** Throws for an option that it does not know, so that no line is printed that is not run. */
export function readRunLine(line: string): RunLine {
  const { values, positionals } = parseArgs({
    args: line.split(' ').slice(2),
    allowPositionals: true,
    options: {
      detach: { type: 'boolean' },
      name: { type: 'string' },
      restart: { type: 'string' },
      'stop-timeout': { type: 'string', default: '10' },
      'read-only': { type: 'boolean', default: false },
      'cap-drop': { type: 'string' },
      'security-opt': { type: 'string' },
      publish: { type: 'string', multiple: true, default: [] },
      volume: { type: 'string', multiple: true, default: [] },
      user: { type: 'string' },
    },
  });
  const { 'cap-drop': dropped, 'security-opt': security, 'read-only': isReadOnly } = values;
  return {
    name: values.name ?? '',
    image: positionals.join(' '),
    ports: values.publish,
    volumes: values.volume,
    user: values.user,
    stopTimeoutSeconds: Number(values['stop-timeout']),
    isRestrained: isReadOnly && dropped === 'ALL' && security === 'no-new-privileges',
  };
}
