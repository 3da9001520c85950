import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Answer } from '../durability/client.ts';
import { ENGINES } from '../security/stores.ts';
import { openV1, type V1Metadata, type V1Site } from './stage.ts';

const ROUNDS = 20;

type Deed = (site: V1Site, shared: V1Metadata) => Promise<Answer>;

const revealV1: Deed = ({ anonymous }, { secret_key }) => anonymous.post(`/secret/${secret_key}`);
const revealV2: Deed = ({ client }, { secret_key }) => client.reveal(secret_key);
const burnV1: Deed = ({ customer }, { metadata_key }) => customer.post(`/private/${metadata_key}/burn`);
const burnV2: Deed = ({ client }, { metadata_key }) =>
  client.post(`/private/${metadata_key}/burn`, { continue: 'true' });

const RACES: Readonly<Record<string, readonly Deed[]>> = {
  'two reveals by v1': [revealV1, revealV1],
  'a reveal by v1 and one by v2': [revealV1, revealV2],
  'a burn and a reveal by v1': [burnV1, revealV1],
  'two burns by v1': [burnV1, burnV1],
  'a burn by v2 and a reveal by v1': [burnV2, revealV1],
  'a burn by v1 and a reveal by v2': [burnV1, revealV2],
  'eight reveals and four burns of both': [
    ...[revealV1, revealV2, burnV1, revealV1, revealV2, burnV2],
    ...[revealV1, revealV2, burnV1, revealV1, revealV2, burnV2],
  ],
};

for (const engine of ENGINES) {
  const site = await openV1({ after }, engine);
  for (const [what, deeds] of Object.entries(RACES)) {
    test(`${engine}: of ${what} at once exactly one succeeds [GEN-01]`, async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const shared = await site.anonymous.share({ secret: `round ${round}`, ttl: '3600' });
        const order = round % 2 === 0 ? deeds : deeds.toReversed();
        const answers = await Promise.all(order.map((deed) => deed(site, shared)));
        const winners = answers.filter(({ status }) => status === 200);
        assert.equal(winners.length, 1, answers.map(({ status, body }) => `${status} ${body}`).join('\n'));
        const copies = answers.filter(({ body }) => body.includes(`round ${round}`)).length;
        const won = order[answers.indexOf(winners[0]!)]!;
        assert.equal(copies, won === revealV1 || won === revealV2 ? 1 : 0);
        const { body } = await site.anonymous.get(`/private/${shared.metadata_key}`);
        assert.equal(JSON.parse(body.toString()).state, copies === 1 ? 'received' : 'burned');
      }
    });
  }
}
