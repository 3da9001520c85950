import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { inflateWhole } from '#src/compose/inflate.ts';
import { createLogoReader } from '#src/features/domains/logo.ts';

/** Pictures of 24 by 16, as drawing programs write them. */
export const PICTURES = {
  rgba: 'iVBORw0KGgoAAAANSUhEUgAAABgAAAAQCAYAAAAMJL+VAAAAB3RJTUUH6gsVCiIIz+JPPAAAAJpJREFUOMtjYBjqgBGb4CGJaDEGBoZ4BgaGJAYGBg0GBoYbDAwM8xgYGBbavVj6iiILDklERzMwMCzBoyfG7sXSpaKpB/4TMvz1bAdGFhINZ2BgYFhySCKaIZhIHzChBQshw+GWEBtETEjseGI1kQKQLUiitQUatLbgBq0tmEdrCxbS1AJoDo0hUh+x6sjPyWRbALWEamURzQEAiOcpec2kKL0AAAAASUVORK5CYII=',
  interlaced:
    'iVBORw0KGgoAAAANSUhEUgAAABgAAAAQCAMAAAFM/X8xAAAAFVBMVEX////56/DjlbPLPHTCGFvprMQVZcA7aNcPAAAAV0lEQVQY05WNQRLAIAgDUQL/f3KlSDWHOu0exBgSRQJ4jpgY5xqTEJ5vXmrQ0WujA2mHQ4LWmKba6m4RsRnBU3AUlKG2E5YdMPHijmNBhv42Xqv2zz9wAVJZBCkEWIlbAAAAAElFTkSuQmCC',
  palette:
    'iVBORw0KGgoAAAANSUhEUgAAABgAAAAQCAMAAAA7+k+nAAAADFBMVEX////CF1rCGFsVZcAW2XDeAAAAAXRSTlMAQObYZgAAADVJREFUGNNjYCAXMDIxYhNmggAGBmYYQBEHyqBKMCEAcRKMuCSYSNZBuuW4/YHkc6LDCgsAAHlmAfVehtp9AAAAAElFTkSuQmCC',
  greyPng:
    'iVBORw0KGgoAAAANSUhEUgAAABgAAAAQCAAAAAApT+BJAAAAY0lEQVQY02P8z4AdMOEQZ2BhYGBgYHi/c/sjOU93QSQJxv8MDAx7WiGcapdomPhSFiRxhlZUHe+DEFwpuA4mBoaduFy1HZfEI1wScrgkPHFJuOOSEKyG8xAsdJ+jSeAMK2wAAJQWGuaCTtn9AAAAAElFTkSuQmCC',
  baseline:
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAQABgDASIAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAUEBv/EACQQAAEDAwMFAQEAAAAAAAAAAAECAwQABREGEiETIjFBUTKR/8QAFQEBAQAAAAAAAAAAAAAAAAAAAwX/xAAfEQABAwMFAAAAAAAAAAAAAAABABESAgMTBBQxgfH/2gAMAwEAAhEDEQA/AOk1VqZ62yBCghHW2hS3FDO3PgAfffNR4mtri3HcRIQ087gdNZTjnPOQMes+K3aw09LkzTcILRe3pAdQn9AgYyB74xUe3aTus1C1raEYAdvXyncc/PI/lJbjIS4VQ02NmSGk3b+qpb9Y3GVcYsdxiIEOvIQopQrIBIHHdSlv0dcYtxiyHH4hQy8haglaskAg8dtKXU43GNRLE2M1/9k=',
  progressive:
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wgARCAAQABgDASIAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAQDBf/EABUBAQEAAAAAAAAAAAAAAAAAAAIE/9oADAMBAAIQAxAAAAHpR7xqqoKH/8QAGBAAAwEBAAAAAAAAAAAAAAAAAgMEAQD/2gAIAQEAAQUCqp1ZDazBXYwmWTkRrkafLjYLP//EABkRAAMAAwAAAAAAAAAAAAAAAAACERNBYf/aAAgBAwEBPwGJh6Jdn//EABoRAAICAwAAAAAAAAAAAAAAAAARAgMSIUL/2gAIAQIBAT8Binssx5P/xAAeEAACAQQDAQAAAAAAAAAAAAABAgAREiExE0FRcf/aAAgBAQAGPwKxN+w3UJ6iqQuTORBX2at+xWJXBn//xAAbEAEAAgMBAQAAAAAAAAAAAAABABEhMUHRYf/aAAgBAQABPyHHnG1chgOpUoUxGh9myKYG4Ar8NblCma0vk//aAAwDAQACAAMAAAAQAD//xAAZEQACAwEAAAAAAAAAAAAAAAABEQAhgfH/2gAIAQMBAT8QLRCpr7KzP//EABcRAAMBAAAAAAAAAAAAAAAAAAABIUH/2gAIAQIBAT8QgwWQ/8QAGxABAQADAQEBAAAAAAAAAAAAAREAITFBUZH/2gAIAQEAAT8QAFqCXbgH33eSi0rG7uhPLzBo3aoFDWF6YjmISh7qYX8h60vzp+YtGTVII6x//9k=',
  greyJpeg:
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//wAALCAAQABgBAREA/8QAFgABAQEAAAAAAAAAAAAAAAAABQIG/8QAJRAAAQMDAwQDAQAAAAAAAAAAAQIDBAUGEQASIRMiMUEjMlGR/9oACAEBAAA/ANBd91PUuSIFPCOvtCnHFDOzPgAfvvnQ1PvqpIZcakoafdI+Nwpxg553AY4xnxpCn3hUZVRjR3GYoQ66hCilKsgEgcd2pvW2pkqcalT2i9vSA62n7AgYBA98Y0NSLQq0zc640IqUjt6+UlR/MeR/NN0+z6jFqMaQ49FKGnULUEqVkgEHjt1//9k=',
  cmyk: '/9j/7gAOQWRvYmUAZAAAAAAC/9sAQwANCQoLCggNCwoLDg4NDxMgFRMSEhMnHB4XIC4pMTAuKS0sMzpKPjM2RjcsLUBXQUZMTlJTUjI+WmFaUGBKUVJP/9sAQwEODg4TERMmFRUmTzUtNU9PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09P/8AAFAgAEAAYBAEiAAIRAQMRAQQiAP/EABgAAQADAQAAAAAAAAAAAAAAAAADBAUG/8QAJRAAAQQBAwQDAQEAAAAAAAAAAQIDBBEABQYSEyExUSJBcRSx/8QAFgEBAQEAAAAAAAAAAAAAAAAAAwUG/8QAHxEAAAYBBQAAAAAAAAAAAAAAAAECERITBAMUMXHR/9oADgQBAAIRAxEEAAA/AOU23t9rUGTLmFXS5UhCTXKvJJ9ZqStowVvIWwtxpuzzQFX2rtRN/decp7W1yNHifwzHA1xUS2s+KP0fXe81J+5tOiqShLhkEn5dGjxH74OFqygqPLCKleVv0kbxcuov4O/nzVMr6TVcqsk/WVkam8lCgsJUr6JH+5NqMNxbvWaTysfIDzlZrT33UklPD1y7XmdN2tBjwZD6HZJU00pYBUmrAJ9YxN3TBkQZDCGpIU60pAJSmrII94wMO6J2jSZVTlWJmdSfcebQUt0pQBoH3+4wzpr7bzaypukqBNE+/wAxn//Z',
  lossy:
    'UklGRtYAAABXRUJQVlA4IMoAAABwBQCdASoYABAAPrVInkmnJCKhMAgA4BaJbAC7MoKABWAN5J3mMlPPjaO4E7zr7CBjSq0AAP74uTFYv2SIfKt5vOFYyOsNtWM/nuy8pAnHmyqq6vZ+ypc2XU72vb7X7GsPkRQUFQSZb2amqPSmeRCE/Pj2ail9wk0yc/M4uoZmKwJLZ/M/fibkThxZAx241rKXA79Z0JryCz/TujxSANFImGbLJwbh7Xay6zBTb38nfsTcZDEY/E7nuk2uRq7tyjwOTp8aaW+YAAAA',
  lossless:
    'UklGRnwAAABXRUJQVlA4TG8AAAAvF8ADEDcgEEhxGEstEEhy3HgysWCK59kdmYDFWmjvUkQZNQToDqEwdgeMIklStPwf+u+BARJyZ2L8e1h2ENF/hW3bNspOd88wC5Lf62wRAIiqqsl8AAB/DUKRGu5CXaDvJtr9ZRPvat7b/YeJ3zEA',
  seeThrough:
    'UklGRugAAABXRUJQVlA4WAoAAAAQAAAAFwAADwAAQUxQSFEAAAABL6CQjSQ4txQvwYqcyEVEgNcfWEW21Yb6D4mBriQTAZTjXwzdQUT/zaZto7Td0zPEQtz3760IKAArDoC3FgpqqSt3MX1SV6hM9Gr69v8wjgAAVlA4IHAAAAAQBACdASoYABAAPrVInkmnJCKhMAgA4BaJbAC7MoMYLIBz5lkYglI7AAD+64kjr8McxSxgIwW/yYyyMnPib+CTvz91//F88Pff1nI/YRXOJtTB/P2Ab824h6nk/D1PLENAcZ3FxgNq6qHJcTtgAAAA',
} as const;

export type PictureName = keyof typeof PICTURES;

export function picture(name: PictureName): Buffer {
  return Buffer.from(PICTURES[name], 'base64');
}

export const readLogo = createLogoReader({
  hashOf: (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 32),
  inflate: inflateWhole,
});

/** A chunk of PNG, its checksum right. */
export function pngChunk(type: string, content: string | Uint8Array = ''): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(content)]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(named.length - 4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

interface PngChanges {
  readonly width?: number;
  readonly height?: number;
  readonly depth?: number;
  readonly colour?: number;
  readonly pixels?: Uint8Array;
  /** Chunks between header and pixels. */
  readonly before?: readonly Uint8Array[];
}

/** A grey PNG, as large as it says unless `pixels` says otherwise. */
export function png({ width = 2, height = 2, depth = 8, colour = 0, pixels, before = [] }: PngChanges = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour], 8);
  const packed = pixels ?? deflateSync(Buffer.alloc((width + 1) * height));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, pngChunk('IHDR', header), ...before, pngChunk('IDAT', packed), pngChunk('IEND')]);
}

/** A picture with something put in behind the first `at` bytes. */
export function spliced(whole: Uint8Array, at: number, ...parts: readonly Uint8Array[]): Buffer {
  return Buffer.concat([whole.subarray(0, at), ...parts, whole.subarray(at)]);
}

/** A segment of JPEG. */
export function jpegSegment(marker: number, content: string | Uint8Array): Buffer {
  const body = Buffer.from(content);
  return Buffer.concat([Buffer.of(0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff), body]);
}

/** A chunk of RIFF, padded. */
export function riffChunk(name: string, content: string | Uint8Array): Buffer {
  const body = Buffer.from(content);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from(name), length, body, Buffer.alloc(body.length % 2)]);
}

/** WebP out of chunks. */
export function webp(...chunks: readonly Uint8Array[]): Buffer {
  return riffChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));
}

/** The extended header, of the pictures' size. */
export function webpCanvas(flags: number, width = 24, height = 16): Buffer {
  return riffChunk('VP8X', Buffer.of(flags, 0, 0, 0, width - 1, 0, 0, height - 1, 0, 0));
}
