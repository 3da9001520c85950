import { validate as deployment } from 'kubernetes-models/_schemas/IoK8sApiAppsV1Deployment';
import { validate as statefulSet } from 'kubernetes-models/_schemas/IoK8sApiAppsV1StatefulSet';
import { validate as autoscaler } from 'kubernetes-models/_schemas/IoK8sApiAutoscalingV2HorizontalPodAutoscaler';
import { validate as configMap } from 'kubernetes-models/_schemas/IoK8sApiCoreV1ConfigMap';
import { validate as pod } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Pod';
import { validate as secret } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Secret';
import { validate as service } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Service';
import { validate as serviceAccount } from 'kubernetes-models/_schemas/IoK8sApiCoreV1ServiceAccount';
import { validate as ingress } from 'kubernetes-models/_schemas/IoK8sApiNetworkingV1Ingress';
import { validate as networkPolicy } from 'kubernetes-models/_schemas/IoK8sApiNetworkingV1NetworkPolicy';
import { validate as budget } from 'kubernetes-models/_schemas/IoK8sApiPolicyV1PodDisruptionBudget';
import { customKinds } from './custom-kinds.ts';
import type { Manifest } from './render.ts';
import { complaintsAbout } from './shape.ts';

/** Kubernetes' own schemas, compiled. */
interface Validate {
  (data: unknown): boolean;
  errors?: readonly { readonly instancePath: string; readonly keyword: string; readonly params: unknown }[] | null;
}

const kinds: Readonly<Record<string, unknown>> = {
  'apps/v1 Deployment': deployment,
  'apps/v1 StatefulSet': statefulSet,
  'autoscaling/v2 HorizontalPodAutoscaler': autoscaler,
  'v1 ConfigMap': configMap,
  'v1 Pod': pod,
  'v1 Secret': secret,
  'v1 Service': service,
  'v1 ServiceAccount': serviceAccount,
  'networking.k8s.io/v1 Ingress': ingress,
  'networking.k8s.io/v1 NetworkPolicy': networkPolicy,
  'policy/v1 PodDisruptionBudget': budget,
};

/** What a strict API server would say against a manifest: wrong types, missing fields, and fields that it does not know. */
export function complaintsOf(manifest: Manifest): readonly string[] {
  const kind = `${manifest.apiVersion} ${manifest.kind}`;
  const names = nameComplaints(manifest);
  const custom = customKinds[kind];
  if (custom !== undefined) return [...names, ...complaintsAbout(manifest, custom, '')];
  const validate = kinds[kind] as Validate | undefined;
  return validate === undefined ? [`no schema for ${kind}`] : [...names, ...checked(manifest, validate)];
}

/** A schema looks at every field that it knows, so what was never looked at is unknown to it. */
function checked(manifest: Manifest, validate: Validate): readonly string[] {
  const looked = new Set<string>();
  if (!validate(watched(manifest, '', looked))) {
    return (validate.errors ?? []).map(({ instancePath, params }) => `${instancePath}: ${JSON.stringify(params)}`);
  }
  return pathsIn(manifest, '').flatMap((path) => (looked.has(path) ? [] : [`${path}: no such field`]));
}

function watched(value: unknown, path: string, looked: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get(target, name) {
      const below = `${path}/${String(name)}`;
      if (Object.hasOwn(target, name)) looked.add(below);
      return watched(Reflect.get(target, name), below, looked);
    },
  });
}

function pathsIn(value: unknown, path: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [`${path}/${name}`, ...pathsIn(member, `${path}/${name}`)]);
}

/** RFC 1123 for names, and the form of labels and of annotations' keys, which the schemas leave to the server. */
function nameComplaints({ metadata }: Manifest): readonly string[] {
  const { name, labels = {} } = metadata;
  const wrongLabels = Object.entries(labels).filter(
    ([key, value]) => !labelKey.test(key) || !/^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/.test(value),
  );
  return [
    ...(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(name) ? [] : [`/metadata/name: ${name}`]),
    ...wrongLabels.map(([key, value]) => `/metadata/labels: ${key}: ${value}`),
  ];
}

const labelKey = /^([a-z0-9]([-a-z0-9.]*[a-z0-9])?\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
