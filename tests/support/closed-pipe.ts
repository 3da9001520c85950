/**
 * A script for sh that runs its arguments, and `afterwards` what is to be done with `$?`, into a pipe whose other end
 * was closed before they begin: with `| true` alone the program might be the quicker one.
 */
export function intoClosedPipe(afterwards: string): string {
  return `closed=$(mktemp -u)
    { until [ -e "$closed" ]; do sleep 0.05; done; rm "$closed"
    "$@"; ${afterwards}; } | { exec <&-; : > "$closed"; }`;
}
