// A certificate of a test's own, made byte by byte (X.509 in DER): for whatever names, good for a century or over.
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export type Certificate = { key: string; cert: string };

export function aCertificate(names: readonly string[], until = '20991231235959Z'): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid('06082a8648ce3d040302'));
  const name = sequence(set(sequence(oid('0603550403'), utf8(names[0] ?? ''))));
  const time = (text: string) => der(0x18, Buffer.from(text));
  const alternatives = sequence(...names.map((one) => der(0x82, Buffer.from(one))));
  const tbs = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    sequence(time('20200101000000Z'), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(oid('0603551d11'), der(0x04, alternatives)))),
  );
  const signature = sign('sha256', tbs, { key: privateKey, dsaEncoding: 'der' });
  const whole = sequence(tbs, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = whole
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n');
  return {
    key: `${privateKey.export({ type: 'pkcs8', format: 'pem' })}`,
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function set(part: Buffer): Buffer {
  return der(0x31, part);
}

function utf8(text: string): Buffer {
  return der(0x0c, Buffer.from(text));
}

function oid(hex: string): Buffer {
  return Buffer.from(hex, 'hex');
}
