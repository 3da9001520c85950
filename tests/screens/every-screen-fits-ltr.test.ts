import { fitIn } from './fit-in.ts';

await fitIn(['de', 'cn', 'vi']);
