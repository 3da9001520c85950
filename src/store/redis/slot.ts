/** Of a Cluster. */
export const SLOT_COUNT = 16_384;

/**
 * The slot of a key (https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec): its hash tag decides.
 */
export function slotOf(key: string): number {
  return crc16(Buffer.from(hashTagOf(key))) % SLOT_COUNT;
}

/** What stands between the first brace and the next closing one, or the whole key. */
function hashTagOf(key: string): string {
  const open = key.indexOf('{');
  const close = key.indexOf('}', open + 1);
  return open < 0 || close <= open + 1 ? key : key.slice(open + 1, close);
}

/** CRC-16/XMODEM. */
function crc16(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) crc = ((crc << 8) ^ (TABLE[((crc >> 8) ^ byte) & 0xff] ?? 0)) & 0xffff;
  return crc;
}

const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
  return crc;
});
