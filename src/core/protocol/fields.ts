// The atoms of Bardo's documents. Amounts are base units as decimal strings, times are unix seconds,
// ids are URL-safe.
import { hex, hexText, text, whole } from './schema';

/** A kind or mode. Newer ones than the reader knows are read too, and said to be newer. */
export const Word = text(/^[a-z][a-z0-9-]{0,31}$/);
export const Id = text(/^[a-z0-9-]{1,64}$/);
export const Address = hex(20);
export const Hash = hex(32);
/** At most 78 digits: 2^256 - 1 has as many. */
export const Amount = text(/^(0|[1-9][0-9]{0,77})$/);
/** uint64 as decimal text. */
export const Uint64 = text(/^(0|[1-9][0-9]{0,19})$/);
/** Year 2001 to 2286: ten digits, so a time in milliseconds is refused instead of read as far future. */
export const Time = whole(1_000_000_000, 9_999_999_999);
export const Count = whole(0, Number.MAX_SAFE_INTEGER);
export const ChainId = whole(1, 4_294_967_295);
/** Any string is accepted as a name; `nameOf` decides what may be shown. */
export const Name = text(/^[\s\S]{0,256}$/);
export const Token = text(/^[A-Za-z0-9_-]{20,256}$/);
export const Cursor = text(/^[A-Za-z0-9_-]{1,128}$/);
/** An ECDSA signature. */
export const Signature = hex(65);
/** A signature that an account with code may judge (ERC-1271), bounded. */
export const AnySignature = hexText('([0-9a-fA-F]{2}){1,4096}');
/** An ERC-7710 context: `abi.encode(Delegation[])`, at most 64 KB. */
export const Context = hexText('([0-9a-fA-F]{2}){64,65536}');
/** The code of a request or of a terminal that asks (`user-code.ts`). */
export const UserCode = text(/^[A-Z0-9]{4}(-[A-Z0-9]{4}){1,3}$/);
/** A page of the Portal. */
export const Link = text(/^https?:\/\/[\x21-\x7e]{1,400}$/);
/** Shown as text, never as markup; for reasons and labels. */
export const Line = text(/^[^\p{Cc}]{0,280}$/u);

/** For what Bardo wrote itself and reads back. */
export const AnyText = text(/^/);
export const AnyHex = hexText('[0-9a-fA-F]*');
export const AnyWhole = whole();
