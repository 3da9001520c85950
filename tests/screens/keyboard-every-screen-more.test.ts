import { goRoundHalf } from './gone-round.ts';

await goRoundHalf(1);
