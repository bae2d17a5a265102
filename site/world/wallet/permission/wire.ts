// The two wire forms of an ERC-7715 request, as strict as MetaMask: an unknown or missing key is refused (-32602) before
// any window. 13.13 takes `signer`, and in each rule whether it may be changed; 13.23 takes `to` and `from`.
import {
  any,
  array,
  boolean,
  literal,
  nullable,
  object,
  optional,
  pattern,
  record,
  type Struct,
  string,
  validate,
} from '@metamask/superstruct';
import { invalidParams } from '../errors';
import type { WalletForm } from '../view';

const HexString = pattern(string(), /^0x[0-9a-f]*$/i);
const AddressString = pattern(string(), /^0x[0-9a-f]{40}$/i);
const Data = record(string(), any());
const Permission = object({ type: string(), isAdjustmentAllowed: boolean(), data: Data });

const NewerRequest = object({
  chainId: HexString,
  from: optional(AddressString),
  to: AddressString,
  permission: Permission,
  rules: array(object({ type: string(), data: Data })),
});

const OlderRequest = object({
  chainId: HexString,
  address: optional(nullable(AddressString)),
  signer: object({ type: literal('account'), data: object({ address: AddressString }) }),
  permission: Permission,
  rules: array(object({ type: string(), isAdjustmentAllowed: boolean(), data: Data })),
});

/** Whatever form it came in. */
export type GrantRequest = (typeof NewerRequest)['TYPE'];

export function requestsIn(params: unknown, form: WalletForm): GrantRequest[] {
  const requests =
    form === '13.23' ? shaped(params, NewerRequest) : shaped(params, OlderRequest).map(modern);
  if (requests.length === 0) throw invalidParams('params are empty');
  return requests;
}

function shaped<T>(params: unknown, struct: Struct<T>): T[] {
  const [failure, requests] = validate(params, array(struct as Struct<unknown>));
  if (!failure) return requests as T[];
  const where = failure.path.join('.') || 'params';
  throw invalidParams(`${where}: ${failure.value === undefined ? 'Required' : failure.message}`);
}

/** Only an end is a rule that 13.13 knows, and it must be there; others are passed over. */
function modern({ address, signer, rules, ...rest }: (typeof OlderRequest)['TYPE']): GrantRequest {
  const expiry = rules.filter(({ type }) => type === 'expiry');
  const { justification } = rest.permission.data;
  if (expiry.length !== 1) {
    throw invalidParams('Failed rule validation: Expiry rule is missing or invalid');
  }
  if (typeof justification === 'string' && justification.length > 120) {
    throw invalidParams('Justification cannot exceed 120 characters');
  }
  return {
    ...rest,
    ...(address ? { from: address } : {}),
    to: signer.data.address,
    rules: expiry.map(({ type, data }) => ({ type, data })),
  };
}
