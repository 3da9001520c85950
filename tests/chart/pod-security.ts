import type { Manifest } from './render.ts';

// The level 'restricted' of the Pod Security Standards, rule by rule, and beyond it what this chart promises.

/** As manifests are: what is in it is not known. */
// biome-ignore lint/suspicious/noExplicitAny: the schemas have looked at it
type Untyped = any;

interface Rule {
  readonly promise: string;
  isBroken(pod: Untyped, container: Untyped): boolean;
}

const allowedVolumes = [
  ...['configMap', 'csi', 'downwardAPI', 'emptyDir', 'ephemeral', 'persistentVolumeClaim', 'projected', 'secret'],
];
const lowestUser = 10_000;

const rules: readonly Rule[] = [
  { promise: 'no namespace of the host', isBroken: (pod) => pod.hostNetwork || pod.hostPID || pod.hostIPC },
  { promise: 'no port of the host', isBroken: (_, { ports = [] }) => ports.some((port: Untyped) => port.hostPort) },
  {
    promise: 'no volume of the host',
    isBroken: ({ volumes = [] }) =>
      volumes.some((volume: Untyped) =>
        Object.keys(volume).some((key) => key !== 'name' && !allowedVolumes.includes(key)),
      ),
  },
  { promise: 'not privileged', isBroken: (_, { securityContext }) => securityContext?.privileged },
  {
    promise: 'no more privileges',
    isBroken: (_, { securityContext }) => securityContext?.allowPrivilegeEscalation !== false,
  },
  {
    promise: 'no capabilities',
    isBroken: (_, { securityContext }) =>
      !securityContext?.capabilities?.drop?.includes('ALL') || securityContext.capabilities.add?.length > 0,
  },
  { promise: 'not as root', isBroken: (pod, container) => effective(pod, container, 'runAsNonRoot') !== true },
  {
    promise: 'a user of a high number, where one is named',
    isBroken: (pod, container) => (effective(pod, container, 'runAsUser') ?? lowestUser) < lowestUser,
  },
  {
    promise: 'system calls through a filter',
    isBroken: (pod, container) =>
      !['RuntimeDefault', 'Localhost'].includes(effective(pod, container, 'seccompProfile')?.type),
  },
  {
    promise: 'its own view of /proc',
    isBroken: (_, { securityContext }) => (securityContext?.procMount ?? 'Default') !== 'Default',
  },
  { promise: 'no system settings', isBroken: (pod) => pod.securityContext?.sysctls?.length > 0 },
  {
    promise: 'no labels of SELinux or AppArmor of its own',
    isBroken: (pod, container) =>
      effective(pod, container, 'seLinuxOptions') || effective(pod, container, 'appArmorProfile'),
  },
  {
    promise: 'a root filesystem that cannot be written',
    isBroken: (_, { securityContext }) => securityContext?.readOnlyRootFilesystem !== true,
  },
  { promise: 'no token of the cluster', isBroken: (pod) => pod.automountServiceAccountToken !== false },
  { promise: 'no variables for every Service', isBroken: (pod) => pod.enableServiceLinks !== false },
  {
    promise: 'a share of the node that is known',
    isBroken: (_, { resources }) =>
      !(resources?.requests?.cpu && resources.requests.memory && resources.limits?.memory),
  },
  { promise: 'no shell', isBroken: (_, { command, lifecycle }) => command !== undefined || lifecycle !== undefined },
];

/** What the pods of a manifest do that they must not. */
export function breachesOf(manifest: Manifest): readonly string[] {
  const pod = podOf(manifest);
  if (pod === null) return [];
  const containers: Untyped[] = [...(pod.initContainers ?? []), ...pod.containers, ...(pod.ephemeralContainers ?? [])];
  return containers.flatMap((container) =>
    rules.filter((rule) => rule.isBroken(pod, container)).map(({ promise }) => `${container.name}: ${promise}`),
  );
}

/** The pod of a manifest, or of what a workload makes; null of one without. */
export function podOf({ kind, spec }: Manifest): Untyped {
  return kind === 'Pod' ? spec : (spec?.template?.spec ?? null);
}

/** What the container says goes before what the pod says. */
function effective(pod: Untyped, container: Untyped, name: string): Untyped {
  return container.securityContext?.[name] ?? pod.securityContext?.[name];
}
