import { Counter, Histogram, type Registry } from 'prom-client';

/** A request that is over. */
export interface CountedRequest {
  /** As it came; only known ones get a name of their own. */
  readonly method: string;
  /** The pattern of the route, such as '/secret/:key', never a path; null where none was reached. */
  readonly route: string | null;
  readonly status: number;
  readonly durationMs: number;
}

interface Cell {
  readonly labels: { readonly method: string; readonly route: string; readonly status: number };
  /** Since the last time somebody read. */
  count: number;
  observe(seconds: number): void;
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);
/** Bounds that times are counted by. Beyond the last one they are reported as the last: no alert can ask for more. */
export const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/**
 * Counts requests. What is counted under is bounded: the methods above, the patterns of our own routes and
 * the statuses we answer. Labels are put together once for each of these; a request only finds its place.
 */
export function createRequestCounts(registry: Registry): (request: CountedRequest) => void {
  const cells = new Map<string, Cell>();
  new Counter({
    name: 'hushlink_http_requests_total',
    help: 'Requests answered, by method, pattern of the route and status; 499 is a visitor who had gone before.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    collect() {
      for (const cell of cells.values()) {
        this.inc(cell.labels, cell.count);
        cell.count = 0;
      }
    },
  });
  const duration = new Histogram({
    name: 'hushlink_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer.',
    labelNames: ['method', 'route'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  const openCell = (name: string, labels: Cell['labels']): Cell => {
    const cell = { labels, count: 0, observe: duration.labels(labels.method, labels.route).observe };
    cells.set(name, cell);
    return cell;
  };
  return (request) => {
    const method = METHODS.has(request.method) ? request.method : 'other';
    const route = request.route ?? 'none';
    const { status } = request;
    const name = `${method} ${status} ${route}`;
    const cell = cells.get(name) ?? openCell(name, { method, route, status });
    cell.count += 1;
    cell.observe(request.durationMs / 1000);
  };
}
