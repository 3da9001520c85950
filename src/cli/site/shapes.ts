import { ok, type Result } from '#src/result.ts';
import { type CliFailure, failed } from '../failure.ts';
import { isHarmlessLine } from '../terminal/printable.ts';
import { TEXTS } from '../texts.ts';

/** Far beyond every size and time there can be, and still a date. */
const MAX_INTEGER = 1e11;

class ShapeError extends Error {}

/** Reads the members of an answer by name and type; what is missing or different ends the reading. */
export interface Fields {
  text(name: string): string;
  /** Text that prints as one line and does nothing else. */
  line(name: string): string;
  lineOrNull(name: string): string | null;
  integer(name: string): number;
  integerOrNull(name: string): number | null;
  flag(name: string): boolean;
  oneOf<Word extends string>(name: string, words: readonly Word[]): Word;
  oneOfOrNull<Word extends string>(name: string, words: readonly Word[]): Word | null;
  nested(name: string): Fields;
  nestedOrNull(name: string): Fields | null;
  list(name: string): readonly Fields[];
  /** As it came, for whoever asked for the answer itself. */
  raw(name: string): object;
}

/** Applies `reader` to a parsed answer; an answer of another shape is a failure of the server's. */
export function readShape<Value>(answer: unknown, reader: (fields: Fields) => Value): Result<Value, CliFailure> {
  try {
    return ok(reader(fieldsOf(answer, 'answer')));
  } catch (error) {
    if (error instanceof ShapeError) return failed('server', TEXTS.errors.strangeAnswer(error.message));
    throw error;
  }
}

function fieldsOf(value: unknown, place: string): Fields {
  if (typeof value !== 'object' || value === null) throw new ShapeError(place);
  const members = value as Readonly<Record<string, unknown>>;
  const wanted = <Value>(name: string, fits: (member: unknown) => member is Value): Value => {
    const member = Object.hasOwn(members, name) ? members[name] : undefined;
    if (!fits(member)) throw new ShapeError(`${place}.${name}`);
    return member;
  };
  const isNull = (name: string) => wanted(name, isKnown) === null;
  return {
    text: (name) => wanted(name, isText),
    line: (name) => wanted(name, isLine),
    lineOrNull: (name) => (isNull(name) ? null : wanted(name, isLine)),
    integer: (name) => wanted(name, isInteger),
    integerOrNull: (name) => (isNull(name) ? null : wanted(name, isInteger)),
    flag: (name) => wanted(name, isFlag),
    oneOf: (name, words) => wanted(name, isOneOf(words)),
    oneOfOrNull: (name, words) => (isNull(name) ? null : wanted(name, isOneOf(words))),
    nested: (name) => fieldsOf(members[name], `${place}.${name}`),
    nestedOrNull: (name) => (isNull(name) ? null : fieldsOf(members[name], `${place}.${name}`)),
    list: (name) => wanted(name, isList).map((member, at) => fieldsOf(member, `${place}.${name}.${at}`)),
    raw: (name) => wanted(name, isObject),
  };
}

const isKnown = (member: unknown): member is unknown => member !== undefined;
const isText = (member: unknown): member is string => typeof member === 'string';
const isLine = (member: unknown): member is string => isText(member) && isHarmlessLine(member);
const isList = (member: unknown): member is readonly unknown[] => Array.isArray(member);
const isObject = (member: unknown): member is object => typeof member === 'object' && member !== null;
/** Sizes and times: nothing here is ever negative. */
const isInteger = (member: unknown): member is number =>
  Number.isSafeInteger(member) && (member as number) >= 0 && (member as number) <= MAX_INTEGER;
const isFlag = (member: unknown): member is boolean => typeof member === 'boolean';

function isOneOf<Word extends string>(words: readonly Word[]): (member: unknown) => member is Word {
  return (member): member is Word => words.some((word) => word === member);
}
