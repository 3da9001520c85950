/** Told to the document once its words have been replaced: what scripts have put into them is gone. */
export const RENEWED = 'renewed';
