/** What `hushlink keys` says. */
export const KEYS_TEXTS = {
  current: 'in force',
  inUse: 'in use until the server is restarted',
  free: 'needed by nothing: it can be dropped',
  neededBy: (needs: string) => `needed by ${needs}`,
  missing: (rest: string) => `${rest}; it is not configured here`,
  unknown: 'unknown',
  howToDrop: (id: string) =>
    `Nothing needs ${id} any more: take it out of site.previous_secrets, or, where the data folder keeps it, run hushlink keys drop ${id}.`,
  rotated: (kept: string, previous: string) =>
    `${kept} holds a new secret, ${previous} the one before; keep a copy of both, apart from your backups.`,
  restart: 'Restart the server now: until then it seals with the secret before.',
  notChanged: (kept: string, code: string) =>
    `${kept} could not be changed (${code}); no secret is lost, and hushlink keys status says which is in force.`,
  configured: `The site secret is configured (HUSHLINK_SITE_SECRET), so it is changed there and not here:
  1. make a new one: openssl rand -base64 32
  2. add it to HUSHLINK_SITE_PREVIOUS_SECRETS of every process, and restart them one by one
  3. exchange the two: the new one in HUSHLINK_SITE_SECRET, the old one in HUSHLINK_SITE_PREVIOUS_SECRETS; restart again
  4. take the old one out when hushlink keys status says so
One process alone begins with step 3. Nothing was changed.`,
  tooMany: (most: number) =>
    `There are ${most} previous secrets already; hushlink keys status says which can be dropped. Nothing was changed.`,
  notKept: 'There is no site secret in the data folder yet: the first start makes one. Nothing was changed.',
  noSuchKey: 'There is no site secret of that id; hushlink keys status lists them.',
  inForce: 'That is the secret in force; hushlink keys rotate changes it, or says how.',
  lost: (needs: string) => `Still needed by ${needs}: none of that will open again.`,
  unstarted: 'In use until the server is restarted: what it seals until then will not open again.',
  sure: 'Drop it all the same? [y/N] ',
  stillConfigured: 'It is configured here: take it out of HUSHLINK_SITE_PREVIOUS_SECRETS too.',
} as const;

export const KEYS_HELP = {
  keys: 'Look after the site secret, as its operator.',
  commands: {
    status: 'List site secrets by their ids: which is in force, what still needs the others, and until when.',
    rotate: 'Make a new site secret in the data folder, and keep the one before beside it.',
    drop: 'Forget a previous site secret.',
  },
  id: 'id of a site secret, as hushlink keys status prints it',
  after: `
Works on the store of the configuration, beside a running server. An id names a secret and
tells nothing about it. status looks through the whole store, which takes a while in a
large one. drop asks first where something still needs the secret, or a server may seal
with it since none has started with the one in force; with --yes it does not.

With --json: status: current, keys: id, role (current, previous or missing), droppable,
needs: kind, rows, until (epoch seconds, or null for what is sealed anew by the server);
rotate: current, previous, file; drop: id, dropped. An unknown id is exit code 3.`,
} as const;
