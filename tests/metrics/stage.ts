import type { Express } from 'express';
import supertest from 'supertest';

/** What the site says of itself, line by line, without the words about it. */
export async function readMetrics(internal: Express): Promise<readonly string[]> {
  const { text } = await supertest(internal).get('/metrics').expect(200);
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

/** The number behind that series; 0 where there is none yet. */
export async function readValue(internal: Express, series: string): Promise<number> {
  const line = (await readMetrics(internal)).find((one) => one.startsWith(`${series} `));
  return Number(line?.split(' ').at(-1) ?? 0);
}
