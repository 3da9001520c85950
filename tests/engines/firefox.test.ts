import { openFirefox } from './firefox.ts';
import { journeysIn } from './journeys.ts';

await journeysIn('Firefox', openFirefox);
