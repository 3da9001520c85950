/** What `hushlink prove-once` says. */
export const PROVE_ONCE_TEXTS = {
  load: (rounds: number, readers: number) =>
    `This makes load: ${rounds} × ${readers} requests as fast as they are answered. Only for a server that you run yourself.`,
  proving: (round: number, rounds: number) => `Round ${round} of ${rounds} …`,
  limited: (seconds: string) => `A limit of the server refused readers (429); the round is run again in ${seconds}.`,
  tooLimited: (rounds: number) =>
    `The limits of the server refuse so many readers of one address (429), after ${rounds} whole rounds; hint: fewer --readers, or larger limits.per_address for the time of the proof`,
  wrong: {
    doubled: (round: number, copies: number) => `Round ${round}: ${copies} copies.`,
    hollow: (round: number) => `Round ${round}: somebody was told that it went well, and got something else.`,
    lost: (round: number, leftOpen: number) =>
      `Round ${round}: no copy, and the secret is gone${leftOpen === 0 ? '' : ` (readers left open: ${leftOpen})`}.`,
    unsettled: (round: number) => `Round ${round}: no copy, and no answer whether the secret is still there.`,
  },
  further: 'Further ones are only counted.',
  once: 'Every round delivered exactly one copy.',
  notOnce: (wrong: number, rounds: number) => `${wrong} of ${rounds} rounds did not deliver exactly one copy.`,
  rows: {
    rounds: 'rounds',
    readers: 'readers',
    copies: 'copies a round',
    doubled: 'doubled rounds',
    lost: 'lost rounds',
    hollow: 'hollow rounds',
    unsettled: 'unsettled rounds',
    answers: 'answers',
    leftOpen: 'left open',
    limits: 'limits',
    spread: 'sent within',
    answered: 'answered within',
  },
  cells: {
    rounds: (whole: number, thinned: number) =>
      thinned === 0 ? `${whole}` : `${whole}, and ${thinned} that limits have thinned`,
    readers: (readers: number, servers: number) =>
      `${readers} at once, over ${servers === 1 ? '1 server' : `${servers} servers`}, and one more after them`,
    copies: (min: number, median: number, max: number) => `least ${min}, median ${median}, most ${max}`,
    lost: (lost: number, onTheWay: number) =>
      onTheWay === 0 ? `${lost}` : `${lost}, of them ${onTheWay} with readers left open`,
    leftOpen: (leftOpen: number, askedAgain: number, rescued: number) =>
      askedAgain === 0
        ? `${leftOpen} told neither yes nor no`
        : `${leftOpen} told neither yes nor no; ${askedAgain} asked again with their token, and ${rescued} got it so`,
    limits: (seconds: string) => `waited ${seconds} for them`,
    ms: (median: string, max: string) => `${median} ms (median), ${max} ms (most)`,
  },
} as const;

export const PROVE_ONCE_HELP = {
  proveOnce: 'Let many readers claim a secret at the same instant, again and again, and count the copies.',
  url: 'server to try, like https://secrets.example.com; further ones of the same store share the readers',
  rounds: 'secrets to share',
  readers: 'readers of each',
  api: 'the API to speak; v1 for what only speaks that one',
  passphrase: 'give each secret a passphrase that all readers know',
  claimants: 'give each reader a token of its own, with which it asks again where the connection breaks',
  after: `
This makes load. Use it on servers that you run yourself.

Each round shares something random on the first server. Every reader has a connection that
is open already, and sends all of its request but the last byte; the last bytes follow at
once, one after the other without anything in between ('sent within' is how long that took
here; the network and the server may take the requests further apart). When all are
answered, one more reader asks. A copy is counted for each reader who has got the content,
whatever the status of the answer. What could not be opened expires after a minute.

The default keeps within the default limits of a Hushlink. Where a limit refuses readers
(429), the round does not count; it is run again when the limit lets it, if that is within
90 seconds and helps.

A round is doubled with more than one copy, hollow where an answer claims success and holds
something else, lost where nobody has the secret and it is gone, unsettled where nobody
learns whether it is. A reader who gets no whole answer, or 5xx, is left open: told neither
yes nor no. With --passphrase a server tries few readers at once and answers 503 to the
others.

Exit code 0: every round delivered exactly one copy; 1: one did not, and standard error says
which; 5: limits; 6: not reached; 7: refused; 8: no such API.

With --json: once (true or false), api, servers, rounds, thinned_rounds, readers, copies
(min, median, max), doubled, lost, lost_on_the_way, hollow, unsettled, answers (by status,
0 for none), left_open, asked_again, rescued (who got it so), waited_seconds,
sent_within_ms and answered_within_ms (min, median, max), wrong_rounds: round, verdict,
copies, left_open (the first 20).`,
} as const;
