#!/bin/sh
# A client of Hushlink in sh: curl, and what every POSIX system has. README.md says how to use it.
set -eu
export LC_ALL=C

longest_wait=60
claimant=
has_waited=no

main() {
  # Some programs fail where it is closed.
  (: >&2) || exec 2>/dev/null
  # A printf that is a program shows its arguments in the list of processes, and takes no large ones.
  case $(type printf) in
    *builtin* | *built-in*) ;;
    *) fail 2 'printf is not built into this shell; take another one, like dash or bash' ;;
  esac
  server=${HUSHLINK_SERVER:-http://localhost:3000}
  server=${server%/}
  token=$(setting "${HUSHLINK_TOKEN-}" "${HUSHLINK_TOKEN_FILE-}")
  passphrase=$(setting "${HUSHLINK_PASSPHRASE-}" "${HUSHLINK_PASSPHRASE_FILE-}")
  proof=passphrase=$(printf %s "$passphrase" | encode)
  case ${1-}:$#:${2-} in
    share:1: | share:3:--ttl) share "${3-}" ;;
    generate:1: | generate:3:--ttl) generate "${3-}" ;;
    open:2:* | status:2:* | burn:2:*)
      locate "$2"
      "$1"
      ;;
    *) fail 2 "$usage" ;;
  esac
}

share() {
  call "$server" secret/conceal "ttl=$(printf %s "$1" | encode)&$proof&secret=$(encode)"
  say "private: $(text metadata_url)"
  printf '%s\n' "$(text share_url)" | deliver
}

generate() {
  call "$server" secret/generate "ttl=$(printf %s "$1" | encode)&$proof"
  say "private: $(text metadata_url)"
  printf '%s\n' "$(text share_url)" "$(text secret_value)" | deliver
}

open() {
  [ "$side" = secret ] || fail 2 'a private link opens nothing; it tells what became of the secret'
  (: 3>&1) 2>/dev/null || fail 2 'standard output is closed; nothing was opened'
  claimant=$(tr -d -c 'A-Za-z0-9_-' 2>/dev/null </dev/urandom | dd bs=1 count=22 2>/dev/null)
  call "$site" "secret/$key" "continue=true&$proof"
  text secret_value | cat 2>/dev/null || keep
}

status() {
  if [ "$side" = secret ]; then call "$site" "secret/$key/status"; else call "$site" "private/$key"; fi
  printf '%s\n' "$(text state)" | deliver
}

burn() {
  call "$site" "$side/$key/burn" "continue=true&$proof"
  printf '%s\n' "$(text state)" | deliver
}

deliver() { cat 2>/dev/null || fail 9 'the output could not be written'; }

# The content, in a file that nobody else can read.
keep() {
  if file=$(mktemp 2>/dev/null) && text secret_value 2>/dev/null >"$file"; then
    fail 9 "the output could not be written; the content is in $file"
  fi
  fail 9 'the output could not be written; the content is lost'
}

# Finds $site, $side and $key in a link. A key by itself is that of a secret on the server of the settings.
locate() {
  link=$1
  if [ "$link" = - ]; then read -r link || :; fi
  side=secret site=$server key=${link##*/}
  case $link in
    # Each line would be a setting of curl.
    *[[:cntrl:]]*) fail 2 "$usage" ;;
    http*://*/secret/"$key") site=${link%/secret/*} ;;
    http*://*/private/"$key") side=private site=${link%/private/*} ;;
    "$key") ;;
    *) fail 2 "$usage" ;;
  esac
  case ${#key}$key in 31*[!0-9a-z]*) fail 2 "$usage" ;; 31*) ;; *) fail 2 "$usage" ;; esac
}

# call SITE PATH [FORM]: leaves the answer in $answer, or says why there is none and ends.
call() {
  answer=$(ask "$@") || ask_again "$@" || fail 6 "no answer from $1; if this was to change something, ask for the status first"
  outcome=$(printf %s "$answer" | tail -n 1)
  code=${outcome%% *} seconds=${outcome#* }
  case $answer in
    *'"success":true'*) return ;;
    *'"success":false'*) error=$(text error_type) ;;
    *) fail 8 "$1 does not answer like a Hushlink (status $code)" ;;
  esac
  if may_ask_again; then
    has_waited=yes
    sleep "$seconds"
    call "$@"
    return
  fi
  left=$(printf %s "$answer" | sed -n 's/.*"tries_left" *: *\([0-9]*\).*/\1/p')
  fail "$(exit_code)" "$(text message)${left:+ (tries left: $left)}"
}

# An answer that was lost on the way is given to the same claimant once more.
ask_again() {
  [ -n "$claimant" ] || return 1
  sleep 1
  answer=$(ask "$@")
}

may_ask_again() {
  case $has_waited:$code:$error in
    *:StoreUncertain) return 1 ;;
    no:429:* | no:503:*) [ "$seconds" -le "$longest_wait" ] 2>/dev/null ;;
    *) return 1 ;;
  esac
}

# Prints the body and, on a line of its own, the status and Retry-After. What must not stand in the list of processes
# goes to curl through pipes: the address and the token, which only its own site gets, by 3; the form by standard input.
ask() {
  account=
  again=
  if [ -n "$claimant" ]; then again="header = \"Idempotency-Key: $claimant\""; fi
  if [ "$1" = "$server" ] && [ -n "${HUSHLINK_USER-}" ]; then account="user = \"$(quote "$HUSHLINK_USER:$token")\""; fi
  printf %s "${3-}" | curl --silent --show-error --connect-timeout 10 --max-time 30 ${3+--data @-} \
    --write-out '\n%{http_code} %header{retry-after}\n' --config /dev/fd/3 3<<END
url = "$(quote "$1/api/v2/$2")"
$again
$account
END
}

exit_code() {
  case $code:$error in
    404:* | 409:*) echo 3 ;;
    *:WrongPassphrase) echo 4 ;;
    429:*) echo 5 ;;
    5??:*) echo 8 ;;
    *) echo 7 ;;
  esac
}

# Prints the text named $1 in the answer. In a string only quotes, backslashes and control characters are escaped; so
# each piece after a backslash begins with what was escaped, and an empty one says that it was a backslash.
text() {
  printf %s "$answer" | awk -v name="$1" '
    BEGIN { RS = "\\"; sign["b"] = "\b"; sign["f"] = "\f"; sign["n"] = "\n"; sign["r"] = "\r"; sign["t"] = "\t" }
    !found && match($0, "\"" name "\" *: *\"") { found = plain = 1; $0 = substr($0, RSTART + RLENGTH) }
    !found { next }
    plain { plain = 0; put($0); next }
    $0 == "" { put("\\"); plain = 1; next }
    /^u/ { printf "%c", 16 * digit(4) + digit(5); put(substr($0, 6)); next }
    { first = substr($0, 1, 1); printf "%s", (first in sign) ? sign[first] : first; put(substr($0, 2)) }
    function digit(place) { return index("0123456789abcdef", tolower(substr($0, place, 1))) - 1 }
    function put(rest) { end = index(rest, "\""); printf "%s", end ? substr(rest, 1, end - 1) : rest; if (end) exit }'
}

# Every byte of standard input as %XX: a shell variable would lose newlines at the end.
encode() { od -A n -v -t x1 | tr -d ' \n' | sed 's/../%&/g'; }

quote() { printf %s "$1" | sed 's/[\\"]/\\&/g'; }

# A setting, or what the file holds that is named instead, without newlines at its end.
setting() {
  value=$1
  if [ -n "$2" ]; then
    value=$(cat -- "$2") || exit 2
    [ -n "$value" ] || fail 2 "there is nothing in $2"
  fi
  printf %s "$value"
}

fail() {
  say "hushlink: $2"
  exit "$1"
}

# On standard error, in a process of its own: a pipe that nobody reads ends the one that writes to it.
say() { (printf '%s\n' "$1" >&2 2>/dev/null) || :; }

usage='usage: hushlink.sh share [--ttl SECONDS] < TEXT
       hushlink.sh generate [--ttl SECONDS]
       hushlink.sh open|status|burn LINK   (or a KEY, or - to read it)'

main "$@"
