import { lookAtHalf } from './looked-at.ts';

await lookAtHalf(0);
