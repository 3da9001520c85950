import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface TestCertificate {
  /** PEM. */
  readonly key: string;
  readonly cert: string;
}

const ECDSA_WITH_SHA256 = '2a8648ce3d040302';
const COMMON_NAME = '550403';
const BASIC_CONSTRAINTS = '551d13';
const ALTERNATIVE_NAMES = '551d11';

export interface CertificateOptions {
  /** What its subject is called. */
  readonly commonName?: string;
  /** Alternative names; none at all leaves the extension out. */
  readonly names?: readonly string[];
  readonly validFromMs?: number;
  readonly validUntilMs?: number;
  /** Who signs it; without one it signs itself. */
  readonly issuer?: TestCertificate & { readonly commonName: string };
}

/** A fresh certificate, for localhost and 127.0.0.1 unless told otherwise: nobody trusts it who is not told to. */
export function makeCertificate(options: CertificateOptions = {}): TestCertificate {
  const { commonName = 'localhost', names = ['localhost'], issuer } = options;
  const { validFromMs = Date.UTC(2020, 0), validUntilMs = Date.UTC(2049, 11, 31) } = options;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(0x30, objectId(ECDSA_WITH_SHA256));
  const validity = der(0x30, time(validFromMs), time(validUntilMs));
  const alternatives = der(
    0x30,
    ...names.map((name) => der(0x82, Buffer.from(name))),
    der(0x87, Buffer.from([127, 0, 0, 1])),
  );
  const extensions = der(
    0x30,
    ...(issuer === undefined ? [extension(BASIC_CONSTRAINTS, der(0x30, der(0x01, Buffer.from([0xff]))))] : []),
    ...(names.length > 0 ? [extension(ALTERNATIVE_NAMES, alternatives)] : []),
  );
  const version = der(0xa0, der(0x02, Buffer.from([2])));
  const serial = der(0x02, Buffer.from([1, ...randomBytes(8)]));
  const key = publicKey.export({ type: 'spki', format: 'der' });
  const [issuedBy, issuedTo] = [nameOf(issuer?.commonName ?? commonName), nameOf(commonName)];
  const rest = extensions.length > 2 ? [der(0xa3, extensions)] : [];
  const signed = der(0x30, version, serial, algorithm, issuedBy, validity, issuedTo, key, ...rest);
  const signature = der(0x03, Buffer.from([0]), sign('sha256', signed, issuer?.key ?? privateKey));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem(der(0x30, signed, algorithm, signature)),
  };
}

/** An authority that signs certificates; `cert` is what has to be trusted. */
export function makeAuthority(commonName = 'Hushlink tests'): NonNullable<CertificateOptions['issuer']> {
  return { commonName, ...makeCertificate({ commonName, names: [] }) };
}

function nameOf(commonName: string): Buffer {
  return der(0x30, der(0x31, der(0x30, objectId(COMMON_NAME), der(0x0c, Buffer.from(commonName)))));
}

/** UTCTime, whose years begin in 1950. */
function time(epochMs: number): Buffer {
  const digits = new Date(epochMs).toISOString().replace(/\D/g, '').slice(2, 14);
  return der(0x17, Buffer.from(`${digits}Z`));
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
