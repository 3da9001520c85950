import { generateKeyPairSync, sign } from 'node:crypto';

export interface TestCertificate {
  /** PEM. */
  readonly key: string;
  readonly cert: string;
}

const ECDSA_WITH_SHA256 = '2a8648ce3d040302';
const COMMON_NAME = '550403';
const BASIC_CONSTRAINTS = '551d13';
const ALTERNATIVE_NAMES = '551d11';

/** A fresh certificate for localhost and 127.0.0.1, signed by itself: nobody trusts it who is not told to. */
export function makeCertificate(): TestCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(0x30, objectId(ECDSA_WITH_SHA256));
  const name = der(0x30, der(0x31, der(0x30, objectId(COMMON_NAME), der(0x0c, Buffer.from('localhost')))));
  const validity = der(0x30, der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('491231235959Z')));
  const names = der(0x30, der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])));
  const extensions = der(
    0x30,
    extension(BASIC_CONSTRAINTS, der(0x30, der(0x01, Buffer.from([0xff])))),
    extension(ALTERNATIVE_NAMES, names),
  );
  const version = der(0xa0, der(0x02, Buffer.from([2])));
  const serial = der(0x02, Buffer.from([1]));
  const key = publicKey.export({ type: 'spki', format: 'der' });
  const signed = der(0x30, version, serial, algorithm, name, validity, name, key, der(0xa3, extensions));
  const signature = der(0x03, Buffer.from([0]), sign('sha256', signed, privateKey));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem(der(0x30, signed, algorithm, signature)),
  };
}

function extension(id: string, value: Buffer): Buffer {
  return der(0x30, objectId(id), der(0x04, value));
}

function objectId(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

/** Tag, length, value (X.690, 8.1). */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  const { length } = value;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}

function pem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
