import { createAttacker, DISGUISES, type Siege, siegeUntilLock, trusting } from '../../tests/security/guesses.ts';
import { ENGINES, openSite } from '../../tests/security/stores.ts';
import { counted, type Row, verdictOf } from './row.ts';

/** As config/hushlink.yaml has it: wrong ones until the lock. */
const TRIES = 10;
/** Secrets, each besieged until its lock. */
const SIEGES = 3;

export const guessing: Row = {
  name: 'guessing',
  what: `passphrases guessed a hundred at once through every door: from ${Object.keys(DISGUISES).join(', ')}; on both stores`,
  bar: `${TRIES} tries of each secret, then locked, also for the right one`,
  async measure(t) {
    const attacker = createAttacker(t);
    const sieges: Siege[] = [];
    for (const engine of ENGINES) {
      const site = await openSite(t, engine, { env: trusting, sockets: 100 });
      for (const headersOf of Object.values(DISGUISES)) {
        for (let count = 0; count < SIEGES; count += 1) sieges.push(await siegeUntilLock(site, attacker, headersOf));
      }
    }
    const asked = sieges.reduce((sum, siege) => sum + siege.asked, 0);
    const most = Math.max(...sieges.map(({ evaluated }) => evaluated));
    const open = sieges.filter(({ isLocked }) => !isLocked).length;
    return {
      tried: `${counted(asked, 'guesses')} at ${counted(sieges.length, 'secrets')}`,
      seen: `at most ${most} tried of a secret, ${open} secrets not locked`,
      verdict: verdictOf(most <= TRIES && open === 0),
    };
  },
};
