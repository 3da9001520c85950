import type { Mark } from '#src/store/gate.ts';

/** Why a store with a mark may not be used, for the operator: it would take nothing, or hand out what another has. */
export function markText(mark: Mark): string {
  switch (mark.kind) {
    case 'moved':
      return `This store was moved to ${mark.to}; hint: set HUSHLINK_STORE to that one, with its account if it has one, or take the way back with \`hushlink store reopen\``;
    case 'moving':
      return 'This store is being moved to another; hint: start with the new address when that is done';
    case 'filling':
      return 'This store has only a part of another; hint: run `hushlink store migrate` again';
  }
}
