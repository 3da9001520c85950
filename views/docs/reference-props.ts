/** /docs/api: what the document of the API says, ready to be drawn. In English, like the document. */
export interface ReferenceProps {
  readonly words: ReferenceWords;
  /** false: this site answers no programs. */
  readonly isOpen: boolean;
  /** What holds for every call, in the order in which it is read. */
  readonly chapters: readonly Chapter[];
  readonly rates: Rates;
  readonly errors: { readonly statuses: readonly Term[]; readonly types: readonly Term[] };
  readonly groups: readonly OperationGroup[];
  /** What answers are made of. */
  readonly shapes: readonly Shape[];
}

/** Headings and labels. */
export type ReferenceWords = Readonly<Record<(typeof WORDS)[number], string>>;

export const WORDS = [
  'title',
  'lead',
  'off',
  'document',
  'contents',
  'errors',
  'errorsText',
  'statuses',
  'types',
  'shapes',
  'shapesText',
  'name',
  'type',
  'place',
  'meaning',
  'required',
  'status',
  'also',
  'callers',
  'asks',
  'answers',
  'example',
  'refusals',
  'samples',
] as const;

export interface Chapter {
  readonly id: string;
  readonly title: string;
  /** Code in it stands between backticks. */
  readonly paragraphs: readonly string[];
}

/** How often this site may be called. */
export interface Rates {
  readonly title: string;
  readonly windowSeconds: number;
  /** {{seconds}} stands for the length of the window. */
  readonly paragraphs: readonly string[];
  /** The heads of the table of groups; both are empty where calls are not counted. */
  readonly heads: readonly string[];
  readonly groups: readonly (Term & { readonly perAddress: string; readonly perAccount: string })[];
}

export interface Term {
  readonly name: string;
  readonly text: string;
}

export interface OperationGroup {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly operations: readonly ReferenceOperation[];
}

export interface ReferenceOperation {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Other paths that do the same. */
  readonly aliases: readonly string[];
  readonly callers: string;
  readonly asks: readonly Field[];
  readonly answer: {
    readonly status: string;
    readonly text: string;
    readonly fields: readonly Field[];
    /** JSON; null where nothing comes back. */
    readonly example: string | null;
  };
  /** Beside those that any call has. */
  readonly refusals: readonly { readonly status: string; readonly types: readonly string[] }[];
  readonly samples: readonly Sample[];
}

export interface Shape {
  readonly id: string;
  readonly name: string;
  readonly fields: readonly Field[];
}

export interface Field {
  readonly name: string;
  /** Where it is sent; null in an answer. */
  readonly place: string | null;
  /** In words; parts that are shapes lead to them. */
  readonly type: readonly TypePart[];
  readonly isRequired: boolean;
  readonly text: string;
}

export interface TypePart {
  readonly text: string;
  /** Id of a shape. */
  readonly shape: string | null;
}

export interface Sample {
  readonly label: string;
  /** {{server}} stands for the address of this site. */
  readonly code: string;
}
