import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { callAs, customerOn } from '../features/accounts/people.ts';
import { openLimits, PLAN_NAMES, type Sharer } from '../features/plans/limits-stage.ts';
import { openFrontDoor } from '../security/front-door.ts';
import { givePlan, PLANS_ON } from '../support/plans.ts';
import { sendJson, startOddServer } from './odd-server.ts';
import { type CreatedJson, runCli } from './run-cli.ts';

type Run = Awaited<ReturnType<typeof runCli>>;

/** One character, two UTF-16 units, four bytes. */
const KEY = '\u{1f511}';

for (const hasPlans of [true, false]) {
  const stage = await openLimits({ after }, { hasPlans });
  const when = hasPlans ? 'with plans' : 'without plans';
  const run = ({ credentials }: Sharer, args: readonly string[], input = 'x') =>
    runCli([...args, '--server', `http://localhost:${stage.port}`, '--json'], { input, env: credentials });
  const created = async (ran: Promise<Run>) => {
    const end = await ran;
    assert.equal(end.code, 0, end.stdout);
    const { metadata_key, ttl }: CreatedJson = JSON.parse(end.stdout);
    return { ...(await stage.read(metadata_key)), ttl };
  };
  const refused = async (ran: Promise<Run>, status: number, mention: number) => {
    const end = await ran;
    const { error } = JSON.parse(end.stdout);
    assert.deepEqual([end.code, error.code], [7, 'refused']);
    const written = new Intl.NumberFormat('en').format(mention);
    assert.match(error.message, new RegExp(`\\(${status}\\): .*\\b${written}\\b`));
  };

  for (const plan of hasPlans ? PLAN_NAMES : (['anonymous', 'identity'] as const)) {
    test(`${when}, ${plan}: the command line shares the largest content and is refused one character more [GEN-08]`, async () => {
      const sharer = await stage.sharer(plan);
      const whole = KEY.repeat(sharer.limits.size);
      const [shared] = await Promise.all([
        created(run(sharer, ['create'], whole)),
        refused(run(sharer, ['create'], `${whole}!`), 413, sharer.limits.size),
      ]);
      assert.deepEqual([shared.content, shared.isTruncated], [whole, false]);
    });

    test(`${when}, ${plan}: the command line takes a lifetime from a minute to the plan's, for texts and passwords [GEN-08]`, async () => {
      const sharer = await stage.sharer(plan);
      const { ttl: most } = sharer.limits;
      const ask = (command: string, ttl: number) => run(sharer, [command, '--ttl', String(ttl)]);
      const shared = Promise.all([
        created(ask('create', 60)),
        created(ask('create', most)),
        created(ask('generate', most)),
        created(run(sharer, ['create'])),
      ]);
      await Promise.all([0, 59, most + 1].map((ttl) => refused(ask('create', ttl), 422, most)));
      await refused(ask('generate', most + 1), 422, most);
      assert.deepEqual(
        (await shared).map(({ ttl }) => ttl),
        [60, most, most, most],
      );
    });
  }

  test(`${when}: a lifetime that is negative or no time at all never reaches the server`, async () => {
    const sharer = await stage.sharer('basic');
    const ends = await Promise.all(['-1', 'soon', '1.5', ''].map((ttl) => run(sharer, ['create', `--ttl=${ttl}`])));
    assert.deepEqual(
      ends.map(({ code }) => code),
      [2, 2, 2, 2],
    );
  });
}

test('without API access in the plan every command says so in one sentence, and is refused by 7 [GEN-08]', async () => {
  const site = await openFrontDoor({ after }, { env: PLANS_ON });
  const customer = await customerOn(site, 'identity');
  const { apitoken } = (await callAs(site, customer, '/account/apitoken', {})).body.record;
  const env = {
    HUSHLINK_SERVER: `http://localhost:${site.port}`,
    HUSHLINK_USER: customer.address,
    HUSHLINK_TOKEN: apitoken,
  };
  assert.equal((await runCli(['create'], { input: 'x', env })).code, 0);
  await givePlan(site, customer.address, 'basic');
  const sentence =
    'hushlink: Your plan has no API access. The pricing page of this site (/pricing) shows the plans that have it.\n';
  for (const args of [['create'], ['generate'], ['status', '0'.repeat(31)]] as const) {
    const end = await runCli(args, { input: 'x', env });
    assert.deepEqual([end.code, end.stdout, end.stderr], [7, '', sentence], args[0]);
  }
  const wrong = await runCli(['create'], { input: 'x', env: { ...env, HUSHLINK_TOKEN: 'x'.repeat(43) } });
  assert.deepEqual([wrong.code, wrong.stdout], [7, '']);
  assert.match(wrong.stderr, /^hushlink: The server does not know this address and API token together; /);
});

test('a limit of the plan without a sentence gets one of our own', async (t) => {
  const { url } = await startOddServer(t, (response) => sendJson(response, 422, { error_type: 'PlanLimit' }));
  const end = await runCli(['generate', '--server', url]);
  assert.equal(end.stderr, 'hushlink: This site, or your plan there, does not allow that.\n');
});
