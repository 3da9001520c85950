import { fitIn } from './fit-in.ts';

await fitIn(['ar', 'he']);
