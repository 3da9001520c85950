import { fail, ok, type Result } from '#src/result.ts';
import type { Logo, LogoType } from './domain.ts';
import { MAX_LOGO_BYTES } from './domain-bounds.ts';
import { JPEG_START, readJpeg } from './logo-jpeg.ts';
import { type Inflate, isWithinBounds, MAX_LOGO_PIXELS, type Picture, startsWith } from './logo-picture.ts';
import { PNG_SIGNATURE, readPng } from './logo-png.ts';
import { isRiff, readWebp } from './logo-webp.ts';

export interface LogoDeps {
  /** SHA-256, the first 32 hexadecimal characters. */
  readonly hashOf: (bytes: Uint8Array) => string;
  readonly inflate: Inflate;
}

export type LogoFailure =
  | { readonly kind: 'no-logo' }
  /** By its content, whatever it was called: neither PNG nor JPEG nor WebP, or more than a picture. */
  | { readonly kind: 'wrong-logo' }
  | { readonly kind: 'logo-too-large'; readonly maxBytes: number }
  | { readonly kind: 'logo-too-wide'; readonly maxPixels: number };

export type ReadLogo = (bytes: Uint8Array) => Result<Logo, LogoFailure>;

/**
 * Makes a logo of what somebody has uploaded. What it is shows in its bytes alone, never in a name or a
 * claimed type; it is walked to its end, and only the parts that draw the picture are kept.
 */
export function createLogoReader({ hashOf, inflate }: LogoDeps): ReadLogo {
  return (bytes) => {
    if (bytes.length === 0) return fail({ kind: 'no-logo' });
    if (bytes.length > MAX_LOGO_BYTES) return fail({ kind: 'logo-too-large', maxBytes: MAX_LOGO_BYTES });
    const type = typeOf(bytes);
    const picture = type && readPicture(bytes, type, inflate);
    if (!picture) return fail({ kind: 'wrong-logo' });
    if (!isWithinBounds(picture)) return fail({ kind: 'logo-too-wide', maxPixels: MAX_LOGO_PIXELS });
    return ok({ hash: hashOf(picture.bytes), type, bytes: picture.bytes });
  };
}

function typeOf(bytes: Uint8Array): LogoType | null {
  if (startsWith(bytes, PNG_SIGNATURE)) return 'image/png';
  if (startsWith(bytes, JPEG_START)) return 'image/jpeg';
  return isRiff(bytes) ? 'image/webp' : null;
}

function readPicture(bytes: Uint8Array, type: LogoType, inflate: Inflate): Picture | null {
  switch (type) {
    case 'image/png':
      return readPng(bytes, inflate);
    case 'image/jpeg':
      return readJpeg(bytes);
    case 'image/webp':
      return readWebp(bytes);
  }
}
