import type { Sample } from '#views/docs/reference-props.ts';
import type { Json } from './json.ts';

/** A call as the examples make it. */
export interface SampleCall {
  readonly method: 'GET' | 'POST';
  /** With the keys of the examples in it. */
  readonly path: string;
  readonly body: Json | null;
  /** Field in which a file is sent. */
  readonly file: string | null;
  /** Whether it is called as a customer. */
  readonly needsAccount: boolean;
  /** Nothing comes back but the status. */
  readonly isEmpty: boolean;
  /** Which part of the answer is wanted: 'record.metadata.share_url'; null for all of it. */
  readonly shows: string | null;
  readonly commands: readonly string[];
}

/** The same call in every language that has one for it. */
export function samplesOf(call: SampleCall): readonly Sample[] {
  return [
    { label: 'curl', code: curl(call) },
    { label: 'JavaScript', code: javascript(call) },
    ...(call.file === null ? [{ label: 'Python', code: python(call) }] : []),
    ...(call.commands.length > 0 ? [{ label: 'Command line', code: call.commands.join('\n') }] : []),
  ];
}

/** What is sent comes by standard input: other users of a machine can list arguments. */
function curl({ method, path, body, file, needsAccount }: SampleCall): string {
  const options = [
    ...(method === 'POST' && body === null && file === null ? ['--request POST'] : []),
    ...(needsAccount ? ['--user "$HUSHLINK_USER:$HUSHLINK_TOKEN"'] : []),
    ...(file === null ? [] : [`--form ${file}=@picture.png`]),
    ...(body === null ? [] : ["--header 'Content-Type: application/json'", "--data @- <<'END'"]),
  ];
  const command = [`curl {{server}}${path}`, ...options].join(' \\\n  ');
  return body === null ? command : `${command}\n${JSON.stringify(body, null, 2)}\nEND`;
}

function javascript(call: SampleCall): string {
  const { method, path, body, file, needsAccount } = call;
  const headers = [
    ...(needsAccount ? ["Authorization: 'Basic ' + btoa(user + ':' + token)"] : []),
    ...(body === null ? [] : ["'Content-Type': 'application/json'"]),
  ];
  const options = [
    ...(method === 'POST' ? ["method: 'POST'"] : []),
    ...(headers.length > 0 ? [`headers: { ${headers.join(', ')} }`] : []),
    ...(body === null ? [] : [`body: JSON.stringify(${JSON.stringify(body)})`]),
    ...(file === null ? [] : ['body: form']),
  ];
  return [
    ...(needsAccount ? ['const { HUSHLINK_USER: user, HUSHLINK_TOKEN: token } = process.env;'] : []),
    ...(file === null ? [] : javascriptForm(file)),
    options.length === 0
      ? `const answer = await fetch('{{server}}${path}');`
      : `const answer = await fetch('{{server}}${path}', {\n${options.map((one) => `  ${one},\n`).join('')}});`,
    ...javascriptAnswer(call),
  ].join('\n');
}

function javascriptForm(file: string): readonly string[] {
  return [
    "const { openAsBlob } = process.getBuiltinModule('node:fs');",
    'const form = new FormData();',
    `form.append('${file}', await openAsBlob('picture.png'), 'picture.png');`,
  ];
}

function javascriptAnswer({ isEmpty, shows }: SampleCall): readonly string[] {
  if (isEmpty) return ['console.log(answer.status);'];
  return [
    'const body = await answer.json();',
    'if (!answer.ok) throw new Error(body.message);',
    `console.log(body${shows === null ? '' : `.${shows}`});`,
  ];
}

function python({ method, path, body, needsAccount, isEmpty, shows }: SampleCall): string {
  const headers = [
    ...(needsAccount ? ['"Authorization": f"Basic {credentials}"'] : []),
    ...(body === null ? [] : ['"Content-Type": "application/json"']),
  ];
  const parts = [
    `"{{server}}${path}"`,
    ...(body === null ? [] : [`data=json.dumps(${pythonValue(body)}).encode()`]),
    ...(headers.length > 0 ? [`headers={${headers.join(', ')}}`] : []),
    `method="${method}"`,
  ];
  const part = (shows ?? '').split('.').map((name) => (name === '' ? '' : `["${name}"]`));
  return [
    needsAccount
      ? 'import base64, json, os, urllib.error, urllib.request'
      : 'import json, urllib.error, urllib.request',
    '',
    ...(needsAccount
      ? [
          "who = f\"{os.environ['HUSHLINK_USER']}:{os.environ['HUSHLINK_TOKEN']}\"",
          'credentials = base64.b64encode(who.encode()).decode()',
        ]
      : []),
    `call = urllib.request.Request(\n${parts.map((one) => `    ${one},\n`).join('')})`,
    'try:',
    '    with urllib.request.urlopen(call) as answer:',
    `        print(${isEmpty ? 'answer.status' : `json.load(answer)${part.join('')}`})`,
    'except urllib.error.HTTPError as refused:',
    '    raise SystemExit(json.load(refused)["message"])',
  ].join('\n');
}

function pythonValue(body: Json): string {
  const entries = Object.entries(body).map(([name, value]) => {
    const written = typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);
    return `${JSON.stringify(name)}: ${written}`;
  });
  return `{${entries.join(', ')}}`;
}
