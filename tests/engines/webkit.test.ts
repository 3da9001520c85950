import { journeysIn } from './journeys.ts';
import { openWebKit } from './webkit.ts';

await journeysIn('WebKit', openWebKit);
