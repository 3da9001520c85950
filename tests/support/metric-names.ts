/** What a server tells at /metrics, with the labels of each: rules and dashboards may ask for these and no others. */
export const METRICS: Readonly<Record<string, readonly string[]>> = {
  hushlink_http_requests_total: ['method', 'route', 'status'],
  hushlink_http_request_duration_seconds: ['method', 'route'],
  hushlink_secrets_total: ['event'],
  hushlink_store_up: [],
  hushlink_store_errors_total: [],
  hushlink_outbox_waiting: [],
  hushlink_draining: [],
  hushlink_build_info: ['version', 'store'],
  process_cpu_seconds_total: [],
  process_resident_memory_bytes: [],
  process_start_time_seconds: [],
  nodejs_eventloop_lag_p99_seconds: [],
};

/** What a metric of this name is called in a query: a histogram has three series. */
export function metricOf(series: string): string {
  return Object.hasOwn(METRICS, series) ? series : series.replace(/_(bucket|sum|count)$/, '');
}
