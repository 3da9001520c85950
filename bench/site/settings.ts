/** All that is asked is counted, as everywhere; and all of it comes from one address and one account. */
export const COUNTED = {
  HUSHLINK_LIMITS_ENABLED: 'true',
  ...Object.fromEntries(
    ['CREATE', 'REVEAL', 'SENDER', 'ACCOUNT', 'FEEDBACK', 'PAYMENT', 'OTHER'].flatMap((group) => [
      [`HUSHLINK_LIMITS_PER_ADDRESS_${group}`, '1000000000'],
      [`HUSHLINK_LIMITS_PER_ACCOUNT_${group}`, '1000000000'],
    ]),
  ),
};

export const UNCOUNTED = { HUSHLINK_LIMITS_ENABLED: 'false' };

/** Sixteen people who sign in as the same customer at once would have to wait for each other. */
export const PATIENT = {
  HUSHLINK_AUTHENTICATION_FIRST_DELAY: '0',
  HUSHLINK_AUTHENTICATION_TRIES: '100',
  HUSHLINK_AUTHENTICATION_ADDRESS_TRIES: '100000',
};
