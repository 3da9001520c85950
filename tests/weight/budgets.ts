/** Most bytes that a first visit takes on the wire, by what they are. */
export const MAX_SCRIPT_BYTES = 85_000;
export const MAX_WORKSPACE_SCRIPT_BYTES = 110_000;
export const MAX_STYLE_BYTES = 12_000;
/** Even uncompressed. */
export const MAX_HTML_BYTES = 8_000;
