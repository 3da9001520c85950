import { type Finding, failure, fine, warning } from './finding.ts';
import { SAID } from './texts.ts';

/** What a machine gives to a process. */
export interface Machine {
  readonly version: string;
  /** As `process.versions.node` has it. */
  readonly node: string;
  readonly platform: string;
  /** null where there are none. */
  readonly uid: number | null;
  /** Most open files; null for no limit. */
  readonly descriptors: number | null;
}

const NODE_MAJOR = 26;
/** Each visitor's connection takes one. */
const FEW_DESCRIPTORS = 4096;
const TOO_FEW_DESCRIPTORS = 256;

export function lookAtMachine({ version, node, platform, uid, descriptors }: Machine): readonly Finding[] {
  const isOld = Number.parseInt(node, 10) < NODE_MAJOR;
  return [
    isOld ? failure('version', SAID.oldNode(node, NODE_MAJOR)) : fine('version', SAID.version(version, node, platform)),
    uid === 0 ? warning('user', SAID.root()) : fine('user', SAID.user(String(uid ?? 'unknown'))),
    judgeDescriptors(descriptors),
  ];
}

function judgeDescriptors(limit: number | null): Finding {
  if (limit === null || limit >= FEW_DESCRIPTORS)
    return fine('descriptors', SAID.descriptors(String(limit ?? 'any number of')));
  return (limit < TOO_FEW_DESCRIPTORS ? failure : warning)('descriptors', SAID.fewDescriptors(limit));
}
