// What `bardo-agent --help` says.
export const HELP = `bardo-agent – asks an owner for a runway, and reads for an owner

  bardo-agent request --golem <id> --owner <0x…> --amount <USDC a day> --days <days> --payee <0x…>
      Posts a request signed by the session key, prints link, code and QR, and waits for the owner.
      --payee <0x…>      again for each, eight at most     --chain <id>      8453 (Base) if absent
      --name <name>      as the owner reads it             --reason <text>   unsigned, shown as your words
      --key-file <file>  the encrypted session key         --wait <minutes>  15 if absent, at most 43200
      --unusual          more than 100 USDC a day or 90 days, because the owner asked for it
      --no-wait          print and end                     --qr, --no-qr     on a terminal it is drawn
  bardo-agent login [--device] [--name <name>]
      Signs this terminal in for thirty days, to read. By the browser here, or by a code anywhere (--device).
  bardo-agent logout     Ends that.
  bardo-agent status     The Golems of the signed-in owner, and what waits for their answer.

  For all: --plane <url> (BARDO_PLANE, else https://bardo.ai) · --json (one object a line) · --help
  The passphrase of the key file: BARDO_PASSPHRASE, --passphrase-file <file>, or asked for on a terminal.
  Files stand in ~/.bardo (BARDO_HOME). NO_COLOR is respected.

  Exit codes: 0 done · 1 failed · 2 wrong use · 3 refused · 4 nobody answered in time · 5 not signed in · 130 interrupted
`;
