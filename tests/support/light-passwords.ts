/** Settings under which passwords are stretched in no time, for tests that are not about how well they are kept. */
export const LIGHT_PASSWORDS = {
  HUSHLINK_AUTHENTICATION_ARGON2_MEMORY_KIB: '64',
  HUSHLINK_AUTHENTICATION_ARGON2_PASSES: '1',
  HUSHLINK_AUTHENTICATION_ARGON2_LANES: '1',
};
