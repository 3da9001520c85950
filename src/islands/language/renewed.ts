/** The document's event once its words have been replaced: what scripts had put into them is gone. */
export const RENEWED = 'renewed';
