// How the command ends. Scripts read the number, people the sentence.
export const EXIT = {
  /** Granted, signed in, told. */
  ok: 0,
  /** The control plane, the network or the key file. */
  failed: 1,
  usage: 2,
  /** The owner said no. */
  refused: 3,
  /** Nobody answered in time. */
  expired: 4,
  /** This terminal is not signed in. */
  signed_out: 5,
  interrupted: 130,
} as const;

export type ExitName = keyof typeof EXIT;

/** The end of a command, with what its user is told. */
export class Stop extends Error {
  readonly code: ExitName;

  constructor(code: ExitName, message: string) {
    super(message);
    this.name = 'Stop';
    this.code = code;
  }
}
