// Opt-in for Golems that run at home: `session-key.json`, encrypted with a passphrase. Hosted Golems keep the
// key in memory and ask for a new lease after a crash.
//
// scrypt(passphrase, salt 16, N 2^17, r 8, p 1) → 32-byte key of AES-256-GCM with a 12-byte IV. Version,
// address, creation and operation count are authenticated with it: an edited file does not open.
//
// Beside the key stand the records of what it signed and sent (`keyFileStore`): no secrets, and not authenticated,
// because they change with every payment and the passphrase is not asked for each time. The file belongs to one process at a
// time: to who has opened the key or its records, until that process ends.
import { access, readFile, rm } from 'node:fs/promises';
import { takeHold } from '../store/hold';
import { holding, placeOf, type Store, writeWhole } from '../store/store';
import { parseSealed, seal, unseal } from './sealed-key';
import { type KeyOptions, SessionKey } from './session-key';

export const SESSION_KEY_FILE = 'session-key.json';
const MIN_PASSPHRASE = 12;

/** The records in the file stay: a key that is saved again, or replaced at a rotation, forgets no payment. */
export async function saveSessionKey(
  key: SessionKey,
  file: string,
  passphrase: string,
): Promise<void> {
  if (passphrase.length < MIN_PASSPHRASE) {
    throw new Error(`The passphrase is too short: at least ${MIN_PASSPHRASE} characters.`);
  }
  const sealed = await seal(key, passphrase);
  await changed(file, (before) => ({ ...sealed, records: before.records ?? {} }));
}

/** From then on the file is this process's: throws `StoreInUse` when another one has it. */
export async function loadSessionKey(
  file: string,
  passphrase: string,
  options: KeyOptions,
): Promise<SessionKey> {
  await access(file);
  const { place, held } = fileAt(file);
  const { release } = await takeHold(lockOf(place), wordsFor(file));
  try {
    const sealed = parseSealed(await readFile(place, 'utf8'), file);
    const bytes = await unseal(sealed, passphrase);
    if (!bytes) {
      throw new Error(`${file} does not open: the passphrase is wrong, or the file was changed.`);
    }
    await held();
    return SessionKey.restore(bytes, sealed, options);
  } finally {
    release();
  }
}

/** Whether there is a key in the file; false also for one that was buried. */
export async function hasSessionKey(file: string): Promise<boolean> {
  return (await readJson(placeOf(file))).address !== undefined;
}

/** At death, where the records stay: a Golem that is started again must know that it has died. */
export async function burySessionKey(file: string): Promise<void> {
  const place = placeOf(file);
  const { records } = await readJson(place);
  if (records === undefined || Object.keys(recordsOf({ records }, place)).length === 0) {
    return removeSessionKey(file);
  }
  await changed(place, ({ records: kept }) => ({ records: kept }));
}

/** At death. The records go with it: a key that is gone signs nothing twice. */
export async function removeSessionKey(file: string): Promise<void> {
  const { place, held } = fileAt(file);
  const { release } = await takeHold(lockOf(place), wordsFor(file));
  await rm(place, { force: true });
  held.close();
  release();
}

/** The records of payments inside the key file itself, for a Golem at home: `createGolem({ store: keyFileStore(file) })`. */
export function keyFileStore(file: string): Store {
  return fileAt(file).store;
}

type KeyFile = { place: string; held: ReturnType<typeof holding>; store: Store };

const files = new Map<string, KeyFile>();
const lockOf = (place: string) => `${place}.lock`;
const wordsFor = (file: string) => `The key file ${file}`;

/** The same file again is the same store, under one hold. */
function fileAt(file: string): KeyFile {
  const place = placeOf(file);
  const known = files.get(place);
  if (known) return known;
  const held = holding(lockOf(place), wordsFor(file));
  const records = async () => recordsOf(await readJson(place), place);
  const store: Store = {
    all: async () => {
      await held();
      return new Map(Object.entries(await records()));
    },
    put: async (name, text) => {
      await held();
      await changed(place, (before) => {
        // After a death the file is gone, and a record must not bring half of it back.
        if (before.address === undefined) {
          throw new Error(`${file} holds no key: save the session key first.`);
        }
        return { ...before, records: { ...recordsOf(before, place), [name]: text } };
      });
    },
    remove: async (name) => {
      await held();
      if (!(name in (await records()))) return;
      await changed(place, (before) => {
        const { [name]: _, ...rest } = recordsOf(before, place);
        return { ...before, records: rest };
      });
    },
    close: held.close,
  };
  const made = { place, held, store };
  files.set(place, made);
  return made;
}

type Json = { [field: string]: unknown };

/** One change of a file at a time: two at once would each write without the other's. */
const turns = new Map<string, Promise<void>>();

function changed(file: string, change: (before: Json) => Json): Promise<void> {
  const place = placeOf(file);
  const work = async () => {
    const { check, release } = await takeHold(lockOf(place), wordsFor(file));
    try {
      const next = change(await readJson(place));
      await writeWhole(place, `${JSON.stringify(next, null, 2)}\n`, check);
    } finally {
      release();
    }
  };
  const turn = (turns.get(place) ?? Promise.resolve()).then(work, work);
  turns.set(place, turn);
  return turn;
}

/** Empty while there is no file. */
async function readJson(file: string): Promise<Json> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as Json;
  } catch {
    // Said below.
  }
  throw new Error(
    `${file} is damaged. Nothing is written over it: bring it back from a copy, or move it away.`,
  );
}

function recordsOf({ records = {} }: Json, file: string): { [name: string]: string } {
  const whole =
    typeof records === 'object' &&
    records !== null &&
    Object.values(records).every((text) => typeof text === 'string');
  if (whole) return records as { [name: string]: string };
  throw new Error(`${file} holds records of payments that cannot be read. Nothing is paid.`);
}
