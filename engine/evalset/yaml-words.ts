import { tell, type Told } from './told.ts';

/** What the YAML reader found, in our words: by its code, and where one code stands for several things by its message. */
const WORDS: readonly (readonly [code: string, message: RegExp | null, told: Told])[] = [
  ['ALIAS_PROPS', null, tell`an alias (*name) can have no anchor or tag of its own`],
  ['BAD_ALIAS', /ending in :/, tell`a name behind & or * ends with a colon; put a space before the colon`],
  ['BAD_ALIAS', null, tell`& and * need a name; put text that begins with one of them in quotes`],
  ['BAD_COLLECTION_TYPE', null, tell`a tag (!…) does not fit its value; remove the tag`],
  [
    'BAD_DIRECTIVE',
    null,
    tell`a line that begins with % is a directive; put text that begins with % in quotes`,
  ],
  [
    'BAD_DQ_ESCAPE',
    null,
    tell`an unknown escape in double quotes; write \\\\ for a backslash, or use single quotes`,
  ],
  ['BAD_INDENT', /end with a \]/, tell`a bracket is not closed; write the ] where the list ends`],
  ['BAD_INDENT', /end with a \}/, tell`a bracket is not closed; write the } where the map ends`],
  ['BAD_INDENT', /column/, tell`this begins at another column than its neighbours; indent it as they are`],
  [
    'BAD_INDENT',
    /[Bb]lock scalar/,
    tell`a line of this block is indented otherwise than its first line; indent all lines alike`,
  ],
  ['BAD_INDENT', null, tell`this is not indented far enough for where it stands; indent it further`],
  ['BAD_PROP_ORDER', null, tell`an anchor or tag stands before the sign that it belongs behind`],
  ['BAD_SCALAR_START', null, tell`plain text cannot begin with this character; put the text in quotes`],
  [
    'BLOCK_AS_IMPLICIT_KEY',
    /Nested/,
    tell`two keys stand on one line, or one is indented too far; put each on a line of its own, or the value in quotes`,
  ],
  [
    'BLOCK_AS_IMPLICIT_KEY',
    null,
    tell`a list stands where a key is expected; indent it as the value of a key`,
  ],
  [
    'BLOCK_IN_FLOW',
    null,
    tell`lines with their own indentation cannot stand inside { } or [ ]; close the bracket first`,
  ],
  ['DUPLICATE_KEY', null, tell`a key stands twice`],
  [
    'KEY_OVER_1024_CHARS',
    null,
    tell`a key is longer than 1024 characters; is a quote or a line end missing?`,
  ],
  ['MISSING_CHAR', /'quote/, tell`a text is not closed with '`],
  ['MISSING_CHAR', /"quote/, tell`a text is not closed with "`],
  [
    'MISSING_CHAR',
    /map values/,
    tell`a key needs a colon behind it; write key: value, or indent text as part of the line above`,
  ],
  ['MISSING_CHAR', /Missing , (?:or : )?between/, tell`a comma is missing between two items in brackets`],
  ['MISSING_CHAR', /space after :/, tell`a colon needs a space behind it`],
  ['MISSING_CHAR', /[Cc]omments?/, tell`a comment (#) needs a space before it`],
  ['MISSING_CHAR', /Tags and anchors/, tell`an anchor or tag needs a space behind it`],
  [
    'MISSING_CHAR',
    /Sequence item/,
    tell`an item of a list needs a - before it; indent it as its neighbours, or put the - there`,
  ],
  [
    'MISSING_CHAR',
    /must end with a \]|expected .*\] to end/,
    tell`a bracket is not closed; write the ] where the list ends`,
  ],
  [
    'MISSING_CHAR',
    /must end with|expected .* to end/,
    tell`a bracket is not closed; write the } where the map ends`,
  ],
  ['MISSING_CHAR', /directives-end|doc-start/, tell`a line --- is missing behind the directives (%…)`],
  [
    'MULTILINE_IMPLICIT_KEY',
    null,
    tell`a key stands on one line; is a colon missing on the line above, or an indentation wrong?`,
  ],
  ['MULTIPLE_ANCHORS', null, tell`a value has two anchors (&…); remove one`],
  ['MULTIPLE_DOCS', null, tell`a file holds one document`],
  ['MULTIPLE_TAGS', null, tell`a value has two tags (!…); remove one`],
  ['NON_STRING_KEY', null, tell`a key must be a text`],
  ['RESOURCE_EXHAUSTION', null, tell`this is nested too deeply to be read`],
  ['TAB_AS_INDENT', null, tell`a tab stands in the indentation; use spaces`],
  ['TAG_RESOLVE_FAILED', null, tell`an unknown tag; put text that begins with ! in quotes`],
  [
    'UNEXPECTED_TOKEN',
    /extra characters|Not a YAML token/,
    tell`something stands behind the sign of a block (| or >); put the text on the next line`,
  ],
  ['UNEXPECTED_TOKEN', /Unexpected ,|empty item/, tell`a comma too many`],
  [
    'UNEXPECTED_TOKEN',
    /at node end/,
    tell`something follows a value that is at its end; put the whole value in quotes`,
  ],
  [
    'UNEXPECTED_TOKEN',
    null,
    tell`something stands where it cannot; is a bracket, a quote or an indentation wrong?`,
  ],
];

/** What is wrong with YAML, by the reader's error. What it has no words for here stays in the reader's. */
export function yamlWords({
  code,
  message,
}: {
  readonly code: string;
  readonly message: string;
}): Told | string {
  const found = WORDS.find(([known, only]) => known === code && (only === null || only.test(message)));
  return found?.[2] ?? lowerFirst(message).replace(/\.$/, '');
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
