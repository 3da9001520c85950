import type { Shape } from './shape.ts';

// Kinds that are not of Kubernetes itself: the fields that we use, from the published APIs of the Prometheus operator
// (monitoring.coreos.com/v1) and of Gateway API (gateway.networking.k8s.io/v1).

const texts: Shape = { texts: true };
const metadata: Shape = { must: { name: 'text', namespace: 'text', labels: texts }, may: { annotations: texts } };
const duration = /^([0-9]+(y|w|d|h|m|s|ms))+$/;
const labelName = /^[a-zA-Z_][a-zA-Z0-9_]*$/;

const relabeling: Shape = {
  may: {
    ...{ sourceLabels: { each: labelName }, separator: 'text', targetLabel: labelName },
    ...{ regex: 'text', modulus: 'number', replacement: 'anything', action: /^[a-z]+$/i },
  },
};

const serviceMonitor: Shape = {
  must: {
    ...{ apiVersion: 'text', kind: 'text', metadata },
    spec: {
      must: {
        selector: { must: { matchLabels: texts } },
        endpoints: {
          each: {
            must: { port: 'text' },
            may: { path: /^\//, interval: duration, scrapeTimeout: duration, metricRelabelings: { each: relabeling } },
          },
          atLeast: 1,
        },
      },
      may: { namespaceSelector: { may: { matchNames: { each: 'text' } } } },
    },
  },
};

const rule: Shape = {
  must: { expr: 'text' },
  may: { alert: labelName, record: /^[a-zA-Z_:][a-zA-Z0-9_:]*$/, for: duration, labels: texts, annotations: texts },
};

const prometheusRule: Shape = {
  must: {
    ...{ apiVersion: 'text', kind: 'text', metadata },
    spec: { must: { groups: { each: { must: { name: 'text', rules: { each: rule } } }, atLeast: 1 } } },
  },
};

const hostName = /^(\*\.)?[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const headers: Shape = { may: { set: 'anything', add: 'anything', remove: { each: 'text' } } };

const httpRoute: Shape = {
  must: {
    ...{ apiVersion: 'text', kind: 'text', metadata },
    spec: {
      must: {
        parentRefs: {
          each: { must: { name: 'text' }, may: { namespace: 'text', sectionName: 'text', port: 'number' } },
          atLeast: 1,
        },
        hostnames: { each: hostName, atLeast: 1 },
        rules: {
          each: {
            must: { backendRefs: { each: { must: { name: 'text', port: 'number' } }, atLeast: 1 } },
            may: {
              matches: { each: { must: { path: { must: { type: /^(Exact|PathPrefix)$/, value: /^\// } } } } },
              filters: {
                each: {
                  must: { type: 'text' },
                  may: { responseHeaderModifier: headers, requestHeaderModifier: headers },
                },
              },
            },
          },
          atLeast: 1,
        },
      },
    },
  },
};

export const customKinds: Readonly<Record<string, Shape>> = {
  'monitoring.coreos.com/v1 ServiceMonitor': serviceMonitor,
  'monitoring.coreos.com/v1 PrometheusRule': prometheusRule,
  'gateway.networking.k8s.io/v1 HTTPRoute': httpRoute,
};
