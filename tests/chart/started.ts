import { type LoadedConfig, loadConfig } from '#src/config/load.ts';
import { problemText } from '#src/config/problem.ts';
import { environmentName, SECRET_KEYS } from '#src/config/schema.ts';
import { defaultText, sampleSecret } from '../config/load-sample.ts';
import { podOf } from './pod-security.ts';
import type { Manifest } from './render.ts';

/** What an operator could have put into Secrets, by the variables that name their files. */
const samples: Readonly<Record<string, string>> = {
  HUSHLINK_SITE_SECRET_FILE: sampleSecret,
  HUSHLINK_SITE_PREVIOUS_SECRETS_FILE: 'qk8W2LrYp0cX5vB9nT3mZ7aD1fG4hJ6sE8uI0oRtYwQ=',
  HUSHLINK_STORE_FILE: 'redis://app:hunter2@cache:6379/3',
  HUSHLINK_MAIL_SMTP_FILE: 'smtps://robin:tr0mb0ne@mail.test',
  HUSHLINK_INCOMING_PASSPHRASE_FILE: 'barnacle',
  HUSHLINK_BILLING_STRIPE_KEY_FILE: 'sk_test_mackerel',
  HUSHLINK_BILLING_WEBHOOK_SECRET_FILE: 'whsec_anchovy',
};

/** Environment and files of the server's container, as the kubelet makes them. */
export interface Container {
  readonly env: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
  readonly gracePeriodSeconds: number;
}

export function containerIn(manifests: readonly Manifest[]): Container {
  const workload = manifests.find(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet');
  const pod = podOf(workload!);
  const [{ env, volumeMounts }] = pod.containers;
  const variables = Object.fromEntries(env.map(({ name, value }: Record<string, string>) => [name, value]));
  const files = volumeMounts.flatMap(({ name, mountPath }: { name: string; mountPath: string }) => {
    const volume = pod.volumes.find((one: { name: string }) => one.name === name);
    return Object.entries(filesOf(volume ?? {}, manifests, variables)).map(([file, text]) => [
      `${mountPath}/${file}`,
      text,
    ]);
  });
  return { env: variables, files: Object.fromEntries(files), gracePeriodSeconds: pod.terminationGracePeriodSeconds };
}

interface Volume {
  readonly configMap?: { readonly name: string };
  readonly projected?: {
    readonly sources: readonly {
      readonly secret: {
        readonly name: string;
        readonly items: readonly { readonly key: string; readonly path: string }[];
      };
    }[];
  };
}

function filesOf(
  { configMap, projected }: Volume,
  manifests: readonly Manifest[],
  variables: Container['env'],
): Readonly<Record<string, string>> {
  const named = (kind: string, name: string) =>
    manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
  if (configMap !== undefined) return named('ConfigMap', configMap.name)?.data ?? {};
  const items = (projected?.sources ?? []).flatMap(({ secret }) => {
    const own = named('Secret', secret.name);
    return secret.items.map(({ key, path }): [string, string] => {
      if (own === undefined) return [path, sampleFor(path, variables)];
      // A key that is not there keeps the pod from starting.
      if (own.data[key] === undefined) throw new Error(`no ${key} in the Secret ${secret.name}`);
      return [path, Buffer.from(own.data[key], 'base64').toString('utf8')];
    });
  });
  return Object.fromEntries(items);
}

function sampleFor(path: string, variables: Container['env']): string {
  const [variable = ''] = Object.entries(variables).find(([, value]) => value.endsWith(`/${path}`)) ?? [];
  return samples[variable] ?? '';
}

/** The configuration that the server would begin with. Throws what it would say against it. */
export function startedConfig({ env, files }: Container): LoadedConfig {
  const result = loadConfig({ env, defaultText, cwd: '/', readFile: (path) => files[path] ?? absent(path) });
  if (!result.ok) throw new Error(result.failure.problems.map(problemText).join('\n'));
  return result.value;
}

function absent(path: string): never {
  throw Object.assign(new Error(`no such file: ${path}`), { code: 'ENOENT' });
}

/** Variables that hold the secret itself. */
export const secretVariables = [...SECRET_KEYS].map(environmentName);
