import { accessibleIn } from './accessible-in.ts';

await accessibleIn('ar');
