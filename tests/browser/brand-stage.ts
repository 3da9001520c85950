import assert from 'node:assert/strict';
import { type DomainStage, openDomainStage } from './domain-stage.ts';
import type { Member } from './people-stage.ts';

export interface Face {
  readonly name?: string;
  readonly accent?: string;
  readonly before_reveal?: string;
  readonly after_reveal?: string;
  readonly home?: boolean;
}

export interface BrandStage extends DomainStage {
  /** A domain of this member whose links work, without a look at a page. */
  furnish(member: Member, name: string, face?: Face, logo?: Uint8Array): Promise<void>;
  /** A domain's own address. */
  urlOf(name: string): string;
}

/** Visitors of custom domains leave the site's own host; that is their point. Nor is there a certificate for them here. */
export const ON_DOMAIN = {
  expects: /^another host: http:\/\/[a-z]+\.example\.net:\d+\/|^console: The Cross-Origin-Opener-Policy header/,
};

export async function openBrandStage(env: Readonly<Record<string, string>> = {}): Promise<BrandStage> {
  const stage = await openDomainStage(env);
  const { url, port } = stage.server;
  return {
    ...stage,
    urlOf: (name) => `http://${name}:${port}`,
    furnish: async (member, name, face, logo) => {
      const cookie = `sess=${await member.signIn()}`;
      const shown = await fetch(`${url}/account`, { headers: { cookie } });
      const shrimp = /name="shrimp" value="([^"]+)"/.exec(await shown.text())?.[1] ?? '';
      const post = async (path: string, body: FormData | URLSearchParams) => {
        body.set('shrimp', shrimp);
        const answer = await fetch(`${url}/api/v2/account/domains/${path}`, {
          method: 'POST',
          headers: { cookie },
          body,
        });
        assert.equal(answer.status, 200, await answer.text());
      };
      await post('add', new URLSearchParams({ domain: name }));
      stage.alter(`UPDATE domain SET verified_at_ms = ${Date.now()} WHERE name = '${name}'`);
      if (face)
        await post(
          `${name}/brand`,
          new URLSearchParams(Object.entries(face).map(([key, value]) => [key, String(value)])),
        );
      if (logo === undefined) return;
      const form = new FormData();
      form.set('logo', new File([new Uint8Array(logo)], 'logo'));
      await post(`${name}/logo`, form);
    },
  };
}
