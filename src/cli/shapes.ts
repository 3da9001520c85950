import { ok, type Result } from '#src/result.ts';
import { type CliFailure, failed } from './failure.ts';
import { TEXTS } from './texts.ts';

/** Far beyond every size and time that can be, and still a date. */
const MAX_INTEGER = 1e11;

class ShapeError extends Error {}

/** Reads the members of an answer by name and type; what is missing or different ends the reading. */
export interface Fields {
  text(name: string): string;
  integer(name: string): number;
  integerOrNull(name: string): number | null;
  flag(name: string): boolean;
  oneOf<Word extends string>(name: string, words: readonly Word[]): Word;
  oneOfOrNull<Word extends string>(name: string, words: readonly Word[]): Word | null;
  nested(name: string): Fields;
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
    integer: (name) => wanted(name, isInteger),
    integerOrNull: (name) => (isNull(name) ? null : wanted(name, isInteger)),
    flag: (name) => wanted(name, isFlag),
    oneOf: (name, words) => wanted(name, isOneOf(words)),
    oneOfOrNull: (name, words) => (isNull(name) ? null : wanted(name, isOneOf(words))),
    nested: (name) => fieldsOf(members[name], `${place}.${name}`),
  };
}

const isKnown = (member: unknown): member is unknown => member !== undefined;
const isText = (member: unknown): member is string => typeof member === 'string';
/** Sizes and times: nothing here is ever negative. */
const isInteger = (member: unknown): member is number =>
  Number.isSafeInteger(member) && (member as number) >= 0 && (member as number) <= MAX_INTEGER;
const isFlag = (member: unknown): member is boolean => typeof member === 'boolean';

function isOneOf<Word extends string>(words: readonly Word[]): (member: unknown) => member is Word {
  return (member): member is Word => words.some((word) => word === member);
}
