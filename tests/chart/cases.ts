import { laidOver, sites, type Values, valueAt } from './values.ts';

/** One value, set to something else on a site of which all the rest stays as it is. */
export interface ValueCase {
  readonly path: string;
  readonly value: unknown;
  readonly on: keyof typeof sites;
  /** What else has to be so for the value to count, on both sides of the comparison. */
  readonly given: Values;
  /** What cannot be without it. */
  readonly besides: Values;
  /** What is in the manifests then, and was not before. */
  readonly shows: string | RegExp;
}

type Row = readonly [path: string, value: unknown, shows: string | RegExp, given?: Values, besides?: Values];

const peer = { namespaceSelector: { matchLabels: { team: 'edge' } } };
const constraint = { maxSkew: 2, topologyKey: 'rack', whenUnsatisfiable: 'DoNotSchedule' };
const metric = { sourceLabels: ['__name__'], regex: 'nodejs_.*', action: 'drop' };
const named = { config: { site: { host: 'secrets.example.com' } } };
const autoscaled = { autoscaling: { enabled: true } };
const loadBalancer = { service: { type: 'LoadBalancer' } };
const routed = { ...named, httpRoute: { enabled: true, parentRefs: [{ name: 'outer' }] } };
const ingress = { ...named, ingress: { enabled: true } };
const mailing = {
  secrets: { mailSmtp: { existingSecret: 'smtp' } },
  config: { mail: { from: 'no-reply@example.com' } },
};
const paid = { secrets: { stripeKey: { existingSecret: 'pay' }, webhookSecret: { existingSecret: 'pay' } } };

const embedded: readonly Row[] = [
  ['nameOverride', 'vault', 'app.kubernetes.io/name: vault'],
  ['fullnameOverride', 'secrets', 'name: secrets-internal'],
  ['commonLabels', { team: 'blue' }, 'team: blue'],
  ['image.repository', 'registry.example.com/team/hushlink', 'image: "registry.example.com/team/hushlink:'],
  ['image.tag', '9.9', 'image: "hushlink:9.9"'],
  ['image.digest', `sha256:${'ab12'.repeat(16)}`, `image: "hushlink@sha256:${'ab12'.repeat(16)}"`],
  ['image.pullPolicy', 'Always', 'imagePullPolicy: Always'],
  ['image.pullSecrets', [{ name: 'registry' }], /imagePullSecrets:\n +- name: registry/],
  ['config.listen.drain_delay', '2m', 'terminationGracePeriodSeconds: 155'],
  ['config.listen.drain', 100, 'terminationGracePeriodSeconds: 120'],
  ['listenHost', '::', /HUSHLINK_LISTEN_HOST\n +value: "::"/],
  ['store.kind', 'redis', 'kind: Deployment', {}, sites.redis],
  ['persistence.size', '20Gi', 'storage: 20Gi'],
  ['persistence.storageClass', 'fast', 'storageClassName: fast'],
  ['persistence.accessModes', ['ReadWriteOncePod'], '- ReadWriteOncePod'],
  ['persistence.annotations', { 'example.com/backup': 'nightly' }, 'example.com/backup: nightly'],
  ['persistence.existingClaim', 'old-data', 'claimName: old-data'],
  ['persistence.whenDeleted', 'Delete', 'whenDeleted: Delete'],
  ['replicas', 0, 'replicas: 0'],
  ['resources.requests.cpu', '1', 'cpu: "1"'],
  ['resources.requests.memory', '300Mi', 'memory: 300Mi'],
  ['resources.limits.memory', '1Gi', 'memory: 1Gi'],
  ['probes.startup.periodSeconds', 21, /\/startupz[^P]+periodSeconds: 21/],
  ['probes.startup.timeoutSeconds', 22, /\/startupz[^P]+periodS[^P]+timeoutSeconds: 22/],
  ['probes.startup.failureThreshold', 23, /\/startupz[^P]+failureThreshold: 23/],
  ['probes.liveness.periodSeconds', 24, /\/livez[^P]+periodSeconds: 24/],
  ['probes.liveness.timeoutSeconds', 25, /\/livez[^P]+periodS[^P]+timeoutSeconds: 25/],
  ['probes.liveness.failureThreshold', 26, /\/livez[^P]+failureThreshold: 26/],
  ['probes.readiness.periodSeconds', 27, /\/readyz[^P]+periodSeconds: 27/],
  ['probes.readiness.timeoutSeconds', 28, /\/readyz[^P]+periodS[^P]+timeoutSeconds: 28/],
  ['probes.readiness.failureThreshold', 29, /\/readyz[^P]+failureThreshold: 29/],
  ['runAs.user', 4_000_000_000, 'runAsUser: 4000000000'],
  ['runAs.group', 20_001, 'runAsGroup: 20001'],
  ['runAs.volumeGroup', 20_002, 'fsGroup: 20002'],
  ['serviceAccount.create', false, 'serviceAccountName: default'],
  ['serviceAccount.name', 'courier', 'serviceAccountName: courier'],
  ['serviceAccount.annotations', { 'example.com/role': 'none' }, 'example.com/role: none'],
  ['podAnnotations', { 'example.com/scan': 'true' }, 'example.com/scan: "true"'],
  ['podLabels', { 'example.com/tier': 'front' }, 'example.com/tier: front'],
  ['nodeSelector', { disk: 'ssd' }, /nodeSelector:\n +disk: ssd/],
  ['tolerations', [{ key: 'spot', operator: 'Exists' }], /tolerations:\n +- key: spot/],
  ['affinity', { podAntiAffinity: {} }, /affinity:\n +podAntiAffinity: \{\}/],
  ['priorityClassName', 'urgent', 'priorityClassName: urgent'],
  ['extraEnv', [{ name: 'NODE_EXTRA_CA_CERTS', value: '/ca/ca.pem' }], /NODE_EXTRA_CA_CERTS\n +value: \/ca\/ca\.pem/],
  ['extraVolumes', [{ name: 'ca', configMap: { name: 'ca' } }], /configMap:\n +name: ca\n/],
  ['extraVolumeMounts', [{ name: 'tmp', mountPath: '/ca' }], '- mountPath: /ca'],
  ['service.type', 'NodePort', 'type: NodePort'],
  ['service.port', 8080, 'port: 8080'],
  ['service.nodePort', 30_080, 'nodePort: 30080', { service: { type: 'NodePort' } }],
  ['service.annotations', { 'example.com/lb': 'outer' }, 'example.com/lb: outer'],
  ['service.loadBalancerClass', 'example.com/lb', 'loadBalancerClass: example.com/lb', loadBalancer],
  ['service.externalTrafficPolicy', 'Local', 'externalTrafficPolicy: Local', loadBalancer],
  ['internal.enabled', false, /^(?![\s\S]*name: hush-hushlink-internal)/],
  ['internal.port', 3900, /HUSHLINK_LISTEN_INTERNAL_PORT\n +value: "3900"/],
  ['internal.annotations', { 'example.com/scrape': 'yes' }, 'example.com/scrape: "yes"'],
  ['ingress.enabled', true, 'kind: Ingress\n', named],
  ['ingress.className', 'outer', 'ingressClassName: outer', ingress],
  ['ingress.annotations', { 'cert-manager.io/issuer': 'acme' }, 'cert-manager.io/issuer: acme', ingress],
  ['ingress.hosts', ['a.example.com', '*.b.example.com'], 'host: "*.b.example.com"', ingress],
  ['ingress.tls', [{ secretName: 'cert', hosts: ['secrets.example.com'] }], 'secretName: cert', ingress],
  ['httpRoute.enabled', true, 'kind: HTTPRoute', { ...named, httpRoute: { parentRefs: [{ name: 'outer' }] } }],
  ['httpRoute.parentRefs', [{ name: 'inner', sectionName: 'https' }], 'sectionName: https', routed],
  ['httpRoute.hostnames', ['c.example.com'], '- c.example.com', routed],
  ['httpRoute.annotations', { 'example.com/owner': 'edge' }, 'example.com/owner: edge', routed],
  [
    'httpRoute.filters',
    [{ type: 'ResponseHeaderModifier', responseHeaderModifier: { remove: ['Server'] } }],
    'type: ResponseHeaderModifier',
    routed,
  ],
  ['networkPolicy.enabled', false, /^(?![\s\S]*kind: NetworkPolicy)/],
  ['networkPolicy.httpFrom', [peer], /from:\n +- namespaceSelector:\n +matchLabels:\n +team: edge/],
  ['networkPolicy.internalFromNamespaces', ['monitoring'], /kubernetes\.io\/metadata\.name[\s\S]+- monitoring/],
  ['networkPolicy.dns.ports', [5353], /protocol: UDP\n +port: 5353\n +- protocol: TCP\n +port: 5353/],
  ['networkPolicy.dns.to', [{ ipBlock: { cidr: '10.0.0.53/32' } }], 'cidr: 10.0.0.53/32'],
  ['networkPolicy.smtp.ports', [2525], 'port: 2525', mailing],
  ['networkPolicy.smtp.to', [{ ipBlock: { cidr: '10.0.0.25/32' } }], 'cidr: 10.0.0.25/32', mailing],
  ['networkPolicy.billing.ports', [8444], 'port: 8444', paid],
  ['networkPolicy.billing.to', [{ ipBlock: { cidr: '10.0.0.44/32' } }], 'cidr: 10.0.0.44/32', paid],
  ['networkPolicy.extraIngress', [{ from: [peer] }], /- from:\n +- namespaceSelector/],
  ['networkPolicy.extraEgress', [{ ports: [{ port: 8200 }] }], 'port: 8200'],
  ['serviceMonitor.enabled', true, 'kind: ServiceMonitor'],
  ['serviceMonitor.labels', { release: 'watch' }, 'release: watch', { serviceMonitor: { enabled: true } }],
  ['serviceMonitor.interval', '17s', 'interval: 17s', { serviceMonitor: { enabled: true } }],
  ['serviceMonitor.scrapeTimeout', '7s', 'scrapeTimeout: 7s', { serviceMonitor: { enabled: true } }],
  ['serviceMonitor.metricRelabelings', [metric], 'regex: nodejs_.*', { serviceMonitor: { enabled: true } }],
  ['prometheusRule.enabled', true, 'kind: PrometheusRule'],
  ['prometheusRule.labels', { release: 'watch' }, 'release: watch', { prometheusRule: { enabled: true } }],
  ['prometheusRule.alertLabels', { team: 'night' }, 'team: night', { prometheusRule: { enabled: true } }],
  ['prometheusRule.errorRatio', 0.5, '> 0.5', { prometheusRule: { enabled: true } }],
  ['prometheusRule.slowSeconds', 7, '> 7\n', { prometheusRule: { enabled: true } }],
  ['prometheusRule.waitingMails', 1_000_000, '> 1000000\n', { prometheusRule: { enabled: true } }],
  [
    'prometheusRule.extraRules',
    [{ alert: 'Quiet', expr: 'hushlink_draining == 2' }],
    'alert: Quiet',
    { prometheusRule: { enabled: true } },
  ],
  ['dashboard.enabled', true, 'name: hush-hushlink-dashboard'],
  ['dashboard.labels.grafana_dashboard', 'ours', 'grafana_dashboard: ours', { dashboard: { enabled: true } }],
  ['dashboard.annotations', { folder: 'Services' }, 'folder: Services', { dashboard: { enabled: true } }],
  ['tests.enabled', false, /^(?![\s\S]*kind: Pod\n)/],
];

const redis: readonly Row[] = [
  ['store.address', 'rediss://other:6380', /HUSHLINK_STORE\n +value: "rediss:\/\/other:6380"/],
  ['store.waitReplicas', 2, /HUSHLINK_STORE_WAIT_REPLICAS\n +value: "2"/],
  ['strategy.maxSurge', '25%', 'maxSurge: 25%'],
  ['strategy.maxUnavailable', 2, 'maxUnavailable: 2'],
  ['autoscaling.enabled', true, 'kind: HorizontalPodAutoscaler'],
  ['autoscaling.minReplicas', 3, 'minReplicas: 3', autoscaled],
  ['autoscaling.maxReplicas', 9, 'maxReplicas: 9', autoscaled],
  ['autoscaling.targetCpuPercent', 55, 'averageUtilization: 55', autoscaled],
  ['autoscaling.behavior', { scaleDown: { stabilizationWindowSeconds: 600 } }, 'WindowSeconds: 600', autoscaled],
  ['podDisruptionBudget.enabled', false, /^(?![\s\S]*kind: PodDisruptionBudget)/, { replicas: 2 }],
  ['podDisruptionBudget.maxUnavailable', '30%', 'maxUnavailable: 30%', { replicas: 2 }],
  ['topologySpreadConstraints', [constraint], 'topologyKey: rack'],
  ['networkPolicy.redis.ports', [7000, 26_379], 'port: 26379'],
  ['networkPolicy.redis.to', [{ ipBlock: { cidr: '10.0.0.63/32' } }], 'cidr: 10.0.0.63/32'],
];

const secrets: readonly Row[] = Object.entries({
  siteSecret: 'mC1d6xKkU0w3dCq5oXyVf8Ehb7RzTn2LsGJ4pQaWvIY=',
  previousSecrets: 'qk8W2LrYp0cX5vB9nT3mZ7aD1fG4hJ6sE8uI0oRtYwQ=',
  store: 'redis://app:hunter2@cache:6379',
  mailSmtp: 'smtps://robin:tr0mb0ne@mail.test',
  incomingPassphrase: 'barnacle',
  stripeKey: 'sk_test_mackerel',
  webhookSecret: 'whsec_anchovy',
}).flatMap(([name, value]): Row[] => {
  const file = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const given = { existingSecret: `of-${file}` };
  return [
    [`secrets.${name}.existingSecret`, 'theirs', /name: theirs\n/, { secrets: { [name]: given } }],
    [`secrets.${name}.key`, 'other', /key: other\n/, { secrets: { [name]: given } }],
    [
      `secrets.${name}.value`,
      value,
      `${file}: ${Buffer.from(value).toString('base64')}`,
      { secrets: { [name]: { existingSecret: '', value: 'another' } } },
    ],
  ];
});

const casesOf = (on: ValueCase['on'], rows: readonly Row[]): readonly ValueCase[] =>
  rows.map(([path, value, shows, given = {}, besides = {}]) => ({ path, value, shows, given, besides, on }));

/** At least one for each value of the chart. */
export const valueCases: readonly ValueCase[] = [
  ...casesOf('embedded', embedded),
  ...casesOf('redis', redis),
  ...casesOf('whole', secrets),
];

/** The site without the value, and with it. */
export function valuesOf({ path, value, given, besides, on }: ValueCase): readonly [Values, Values] {
  const before = laidOver(sites[on], given);
  return [before, laidOver(laidOver(before, besides), valueAt(path, value))];
}
