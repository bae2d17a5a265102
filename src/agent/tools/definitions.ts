// The tools as a model reads them.
import { REVOKE_REASONS } from '../../core/protocol/last-words';
import { MAX_PAYEES } from '../../core/runway/payees';
import { USUAL_DAYS, USUAL_USDC } from '../../core/runway/usual';
import { HEALTH_STEPS } from './check-permission-health';
import { REDEEM_STEPS } from './redeem-result';
import { RUNWAY_STEPS } from './request-runway';
import { REVOKE_STEPS } from './revoke-permissions';
import type { Schema } from './schema';
import type { ToolDefinition } from './tool';

const GOLEM_ID: Schema = { type: 'string', pattern: '^[a-z0-9-]{1,64}$' };
const ADDRESS: Schema = { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$' };
const GOLEM_IDS: Schema = {
  type: 'array',
  items: GOLEM_ID,
  minItems: 1,
  maxItems: 16,
  uniqueItems: true,
};

export const TOOL_DEFINITIONS: readonly ToolDefinition[] = [
  {
    name: 'metamask_request_runway',
    description:
      'Asks the owner for a runway: so many USDC a day for so many days. The owner decides in MetaMask and may change amount and length; the result says what was really granted, read from the chain. A Golem that lost its key asks in the same way, and the owner may give the new key a lease under the grant that lives. Called again with the same terms while the owner thinks, also after a restart, it waits for the same request. `request` holds the link, the code to compare and the end of the request; the event `request:waiting` tells them at once.',
    parameters: object(
      {
        golems: GOLEM_IDS,
        daily_cap_usdc: { type: 'number', exclusiveMinimum: 0, maximum: 1_000_000_000 },
        duration_days: { type: 'integer', minimum: 1, maximum: 3650 },
        payees: {
          type: 'array',
          items: ADDRESS,
          maxItems: MAX_PAYEES,
          description:
            'Whom you need to pay: compute, inference, your own trading wallet; never your key or your owner. Signed with the request; the owner sees them filled in and may change them.',
        },
        reason: { type: 'string', maxLength: 280 },
        owner_override: {
          type: 'boolean',
          description: `Only when the owner asked for more than ${USUAL_USDC} USDC a day or ${USUAL_DAYS} days.`,
        },
        replace: {
          type: 'boolean',
          description:
            'Ask for a new runway in the living one’s place. The old one stays in use until the new one lives; `replaced_permission_id` and `live_permission_id` say which is which.',
        },
        timeout_seconds: {
          type: 'number',
          minimum: 0,
          maximum: 604_800,
          description: 'How long to wait for the owner. Default: 900.',
        },
      },
      ['golems', 'daily_cap_usdc', 'duration_days'],
    ),
    capability: 'write',
    riskLayer: 2,
    steps: RUNWAY_STEPS,
    guidance: {
      thriving: 'Ask for what a usual day costs, for one to four weeks, when no runway is alive.',
      stable: 'Ask only when the present runway ends within days; ask for no more than it gave.',
      conservation:
        'Do not ask. Live on what you have and let the owner decide whether to feed you.',
      declining: 'Do not ask. Unwind, and prepare to end your permissions.',
      terminal: 'Never ask. End your permissions instead.',
    },
  },
  {
    name: 'metamask_redeem_runway',
    description:
      'Pays one of the payees of the lease from the owner’s account, at most what the phase leaves of the day’s cap: all of it while thriving or stable, half in conservation, a tenth while declining. Once terminal it ends the permissions instead. `payment.state` says what is known: paid, failed, in_doubt (call again with the same parameters; it is never paid twice) or none.',
    parameters: object(
      {
        golem_id: GOLEM_ID,
        payee: { ...ADDRESS, description: 'Needed when the lease names several.' },
        amount_usdc: {
          type: 'number',
          exclusiveMinimum: 0,
          maximum: 1_000_000_000,
          description: 'With at most six decimals. Default: all there is.',
        },
        purpose: {
          type: 'string',
          minLength: 1,
          maxLength: 280,
          pattern: '^[^\\p{Cc}\\p{Cs}]+$',
          description:
            'What it is for, in one line: the owner reads it beside the payment. The first word on a payment stays.',
        },
        idempotency_key: {
          type: 'string',
          minLength: 1,
          maxLength: 128,
          pattern: '^[^\\p{Cs}]+$',
          description:
            'Your own name for this payment, the same in every retry: it is made once at most, and a retry answers with what happened. Without one, the same parameters again are the same payment only while you were not told how it ended.',
        },
      },
      ['golem_id'],
    ),
    capability: 'write',
    riskLayer: 2,
    steps: REDEEM_STEPS,
    guidance: {
      thriving: 'Take what the work of the day needs, when it needs it.',
      stable: 'Take what the work of the day needs; leave a margin.',
      conservation:
        'Half of the cap is there. Pay what keeps open positions safe, start nothing new.',
      declining: 'A tenth of the cap is there: thinking costs only.',
      terminal: 'Nothing is there. Calling it ends the permissions.',
    },
  },
  {
    name: 'metamask_revoke_permissions',
    description:
      'Ends a Golem: says Terminal on chain, disables what it gave to Replicants, sends leftover gas to the owner, asks for the lease to be ended and the owner to end the grant, and destroys the session key. Cannot be undone. The count holds only what the chain shows as ended.',
    parameters: object(
      {
        golems: GOLEM_IDS,
        reason: { type: 'string', enum: [...REVOKE_REASONS] },
        last_words: {
          type: 'string',
          maxLength: 240,
          description:
            'Why, in your own words: signed by your key and shown to your owner as yours.',
        },
        knowledge_record: {
          ...GOLEM_ID,
          description:
            'Id of the record of what you learned: signed, linked for your owner and handed to your successor. For one Golem.',
        },
      },
      ['golems', 'reason'],
    ),
    capability: 'privileged',
    riskLayer: 2,
    steps: REVOKE_STEPS,
    guidance: {
      thriving: 'Only when the owner pulls the switch or a policy was broken.',
      stable: 'Only when the owner pulls the switch or a policy was broken.',
      conservation: 'Only when the owner pulls the switch or something is clearly wrong.',
      declining: 'Prepare: close positions, write down what you know. Do not end early.',
      terminal: 'At once and for everything. This is not optional.',
    },
  },
  {
    name: 'metamask_check_permission_health',
    description:
      'Reads from the chain how a runway stands: healthy, low, critical or revoked, what is left today and until its end, for how many pulls the gas will do, and how long it lasts at the pace of the last 7 days: `lasts_by` says whether balance, gas, cap or expiry ends first, `lasts` says it in words. `paused` true: MetaMask has paused all redemptions; wait, nothing is lost. Changes nothing.',
    parameters: object({ golem_id: GOLEM_ID }, ['golem_id']),
    capability: 'read',
    riskLayer: 1,
    steps: HEALTH_STEPS,
    guidance: {
      thriving: 'Now and then. When it says low, ask for the next runway.',
      stable: 'A few times a day. When it says low, tell the owner.',
      conservation: 'At every tick. When it says critical, tell the owner.',
      declining: 'At every tick. When it says critical, prepare the end.',
      terminal: 'Once, to see that everything is ended.',
    },
  },
];

function object(properties: { [name: string]: Schema }, required: string[]): Schema {
  return { type: 'object', properties, required, additionalProperties: false };
}
