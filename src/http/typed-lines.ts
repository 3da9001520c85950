type Fields = Readonly<Record<string, unknown>>;

/** The fields of a form, with the line ends in one of them as they were typed: browsers post each as CRLF. */
export function withTypedLines(fields: Fields, name: string): Fields {
  const text = fields[name];
  return typeof text === 'string' ? { ...fields, [name]: text.replaceAll('\r\n', '\n') } : fields;
}
