// Every sentence of the Portal, in one place, ready for translation. Sentences about permissions, insights
// and worst cases come from core, which the Snap shares.

const plural = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`;

export const words = {
  title: 'Bardo',
  home: 'Bardo, home',
  skip: 'Skip to the content',
  notices: 'Notices',
  close: 'Close',
  back: 'All Golems',
  working: 'Working…',
  plural,

  plane: {
    offline: 'The control plane does not answer. Check your connection; Bardo keeps trying.',
    unreadable: 'The control plane answered something this page cannot read. Reload the page.',
    broken: (status: number) =>
      `The control plane is not available (${status}). Bardo keeps trying.`,
    stale: (ago: string) => `The control plane does not answer. You see what it said ${ago}.`,
    never:
      'The control plane does not answer, so there is nothing to show yet. Bardo keeps trying.',
    asOf: (ago: string) => `control plane, ${ago}`,
  },

  hero: {
    title: 'Let agents spend a little. Never more.',
    text: 'A Golem is an autonomous agent that lives on a budget. Bardo lets you give it a daily amount until a date, see what it does with it, and end it at any moment. Your keys never leave MetaMask.',
    steps: [
      ['Connect MetaMask', 'One signature to sign in. It costs nothing and moves nothing.'],
      [
        'Add Bardo to MetaMask',
        'It watches your Golems, warns you, and holds the rules of every budget.',
      ],
      [
        'Grant a runway',
        'So many USDC a day, until a date. You see the worst case before you sign.',
      ],
    ],
  },

  demo: 'Demo world. Use a fresh browser profile and a recovery phrase made for it: what you sign here is valid on the real Base Sepolia test chain.',

  connect: {
    button: 'Connect MetaMask',
    again: 'Sign in',
    choose: 'Which wallet?',
    with: (name: string) => `Connect ${name}`,
    looking: 'Looking for wallets…',
    opening: 'Open MetaMask and choose an account…',
    signing: 'Sign in with your account in MetaMask…',
    statement: 'Sign in to Bardo. This costs nothing and moves nothing.',
    done: 'You are signed in.',
    out: 'Sign out',
    account: (short: string) => `Account ${short}`,
    switched: 'You changed to another account, so the session has ended. Sign in with this one.',
    gone: 'MetaMask is locked or no longer connected to this site. Connect it again.',
    viewOnly: 'Your wallet is not connected here. You can look; connect it to change anything.',
    none: 'No wallet was found in this browser.',
    install: 'Install MetaMask',
    phone: 'Use MetaMask on my phone',
    loadingPhone: 'Loading the link to your phone…',
    openApp: 'Open in the MetaMask app',
    phoneFailed: 'MetaMask on your phone could not be reached. Try again.',
    phoneLimits:
      'On a phone you can look, sign and revoke. Bardo’s own part and new grants need the MetaMask extension.',
  },

  chain: {
    wrong: (want: string) => `Your wallet is on another chain. This needs ${want}.`,
    change: (name: string) => `Switch to ${name}`,
    switching: 'Confirm the chain in MetaMask…',
    moved: 'Your wallet went to another chain meanwhile, so nothing was sent. Try again.',
    unknown:
      'This Golem lives on a chain this site does not serve. Switch your wallet to it by hand, then try again.',
  },

  snap: {
    heading: 'Bardo in MetaMask',
    looking: 'Asking MetaMask…',
    unasked: 'MetaMask does not say whether Bardo is there. Unlock MetaMask and try again.',
    again: 'Try again',
    unable:
      'This wallet cannot run Bardo. Golems can still be granted a runway, without Bardo’s own rules.',
    missing: 'Not installed',
    old: (have: string, want: string) => `Version ${have} is installed, this site needs ${want}`,
    off: 'Switched off in MetaMask, so it does not watch. Open MetaMask → Snaps to switch it on.',
    blocked: 'Blocked by MetaMask for safety, so it does not watch',
    absent: {
      unasked:
        'MetaMask does not say whether Bardo is there, so nothing is granted past it. Unlock MetaMask and try again.',
      unable:
        'This wallet cannot run Bardo, and this Golem’s grant is made out to a guardian in Bardo. Use the wallet that has it.',
      missing: 'Bardo is not in MetaMask any more. Nothing is lost: add it again, then try again.',
      off: 'Bardo is switched off in MetaMask. Nothing is lost: open MetaMask → Snaps, switch it on, then try again.',
      blocked:
        'MetaMask has blocked this version of Bardo for safety and does not run it. Find out why before you grant anything; what is granted can still be ended here.',
    },
    silent: (version: string) =>
      `Version ${version} is installed but does not answer this site. Open MetaMask and try again.`,
    unconnected: (version: string) => `Version ${version}, not watching this account yet`,
    ready: (version: string) => `Version ${version}, watching`,
    heartbeat: (ago: string) => `last heartbeat ${ago}`,
    noHeartbeat: 'no heartbeat yet',
    why: [
      'Every five minutes it looks after your Golems and tells you when one declines, dies or goes silent.',
      'While you sign, it says in plain words what a transaction does to your Golems.',
      'It holds one key per Golem. That key could spend what you grant to this Golem, so it never leaves MetaMask; with it Bardo ties each budget to rules: a rolling cap, named payees, an end.',
    ],
    cannot:
      'It cannot see your recovery phrase. It signs only after a window that says what is signed, and it sends no transactions.',
    install: 'Add Bardo to MetaMask',
    update: 'Update Bardo',
    connect: 'Let Bardo watch this account',
    installing: 'Confirm in MetaMask…',
    connecting: 'Handing a read-only watch token to Bardo…',
    installed: 'Bardo is installed and watches your Golems.',
    refused: 'Bardo did not take the watch token. Open MetaMask and try again.',
  },

  golems: {
    heading: 'Your Golems',
    none: 'No Golem yet. Grant a first runway, or let your agent ask for one: its request appears here.',
    noneTitle: 'Nothing may spend from your account through Bardo.',
    loading: 'Loading your Golems…',
    open: 'Open',
    revokeAll: 'Revoke all',
    unknown: 'You have no Golem of this name here.',
    lost: 'There is no such page.',
    ofAnother: (owner: string) =>
      `This Golem belongs to the account ${owner}. Switch to that account in MetaMask and sign in again.`,
  },

  golem: {
    noPhase: 'Not reported yet',
    phases: {
      thriving: 'Thriving',
      stable: 'Stable',
      conservation: 'Conserving',
      declining: 'Declining',
      terminal: 'Dead',
    },
    healths: {
      healthy: 'Healthy',
      low: 'Low',
      critical: 'Critical',
      revoked: 'Ended',
      unknown: 'Not known: clocks disagree',
    },
    noRunway: 'No runway',
    noLease: 'No lease yet',
    left: (left: string, of: string) => `${left} left today of ${of}`,
    leftShort: 'left today',
    narrowed: (allowed: string, cap: string) => `Its phase allows ${allowed} of ${cap}.`,
    ends: (duration: string) => `ends in ${duration}`,
    ended: 'has no runway that can be spent',
    silent: (ago: string) => `Silent: last heartbeat ${ago}`,
    heartbeat: (ago: string) => `heartbeat ${ago}`,
    noHeartbeat: 'no heartbeat yet',
    vitality: (value: number) => `vitality ${value} of 100`,
    deadOpen: 'Dead, but its grant is still open',
    feed: 'Wants feeding',
    declining: 'Declining: a tenth of its cap is left to it',
    unleased: 'Granted, but without a lease it cannot spend yet',
    gasLow: (pulls: number) => `Gas for ${plural(pulls, 'more pull')}`,
  },

  send: {
    slow: 'The transaction is sent but not mined yet. Look at your activity in MetaMask; this page sees it when it is.',
    reverted: 'The chain refused the transaction. Nothing was changed, except the gas it used.',
    batchSlow:
      'MetaMask has not finished this yet: its window still waits for your answer, or the chain has not mined it. Look in MetaMask, then go on here.',
    batchUnsent: 'MetaMask could not send the batch. Nothing was changed, and no gas was used.',
    batchPartly:
      'Only a part of the batch happened. Look at your activity in MetaMask before you try again.',
    batchStatus: (status: number) =>
      `MetaMask gives the batch the status ${status}, which Bardo does not know. Look at your activity in MetaMask before you try again.`,
    unseen: (reason: string) =>
      `What became of it is not known. Look at your activity in MetaMask before you try again. ${reason}`,
    replaced:
      'In MetaMask this transaction was cancelled or replaced by another one, so it did not happen. Try again if you still want it.',
    askedBefore:
      'Nothing was sent now. MetaMask was asked for the same before, in another tab or before this page was closed, and its answer never came. Look in MetaMask: confirm or refuse what still waits there. If nothing waits, try again.',
    lost: 'Nothing was sent now. The same was sent before, but the chain does not know that transaction. Look at your activity in MetaMask: if it still waits there, speed it up or cancel it. If it is gone, try again.',
    sentUnseen: (reason: string) =>
      `The transaction is sent, but the chain cannot be asked about it now. Look at your activity in MetaMask. ${reason}`,
  },

  grant: {
    tooOld:
      'This wallet cannot grant permissions (ERC-7715), so no runway can be granted with it. MetaMask 13.23 or newer can, and MetaMask Flask 13.13 or newer.',
    unasked:
      'The wallet does not say whether it can grant permissions, so nothing was asked of it. Unlock MetaMask and try again.',
    otherType:
      'This wallet grants permissions, but not of the kind a Golem lives on (so much money per period). Update MetaMask.',
    unreadSupport:
      'What this wallet says about the permissions it grants cannot be read. Update MetaMask.',
    chooseAccount: (account: string) =>
      `This version of MetaMask lets you choose the account in its window: choose ${account}.`,
    otherChain: 'The wallet cannot grant permissions on this chain.',
    unreadable: 'The wallet’s answer cannot be read. Nothing was registered.',
    otherManager:
      'The grant is under a contract that Bardo does not know. Revoke it in MetaMask under Permissions.',
    notOneGrant: 'The wallet’s answer is not one grant of an account.',
    unreadRule: 'The grant carries a rule Bardo cannot read.',
    notOneBudget: 'The grant is not one budget per period.',
    otherAccount: (account: string) =>
      `Another account gave this grant (${account}), so it is of no use here. Ask again and choose the account you are signed in with. The other grant is kept as an unused one: sign in as that account to end it.`,
    otherDelegate: 'The grant is made out to somebody else than was asked. End it.',
    otherToken: 'The grant is about other money than was asked. End it.',
    noEnd:
      'The grant has no end. Bardo takes none without: end it, and keep the expiry when you grant again.',
    account: 'Account',
    delegate: 'Made out to',
    amount: 'Amount',
    period: 'Period',
    end: 'End',
    every: (period: string) => `every ${period}`,
    never: 'never',
    cannotLook:
      'This wallet does not say what it granted. Look in MetaMask under Permissions: if a grant to this site is there, revoke it, then ask again.',
    second: (name: string) =>
      `${name} has a live grant already, and budgets add up. Replace that one instead.`,
    orphan:
      'MetaMask lists a grant for this Golem that was never registered here. End it first: it is on the first page.',
    otherSmartAccount:
      'This account is a smart account of another maker, so the grant cannot be used. Switch it back to a standard account in MetaMask, then try again.',
    notUpgraded:
      'The calls are on chain, but the wallet did not upgrade the account with them, so the grant cannot be used yet. In MetaMask, open the details of this account, switch the smart account on for this chain, then continue.',
    noUpgrade: (reason: string) =>
      `The account is not a smart account, so the grant cannot be used yet, and the wallet did not upgrade it: ${reason}`,
    noLease: (reason: string | null) =>
      reason === null
        ? 'You did not sign the lease. Until you do, the Golem cannot spend.'
        : `Bardo did not sign the lease: ${reason}`,
  },

  wish: {
    open: 'Grant a runway',
    heading: 'Grant a runway',
    leaseHeading: 'A new lease',
    replaceHeading: 'A new grant in place of the old one',
    name: 'Name',
    id: 'Id',
    idHint: 'Small letters, digits and dashes. The agent must use the same id.',
    sessionKey: 'The agent’s key',
    sessionKeyHint:
      'The address your agent prints when it starts. It spends, but never holds your money.',
    payees: 'Who may be paid',
    payeesHint:
      'One address per line, at most eight: its compute provider, its own trading wallet. Nobody else can be paid.',
    payeesNamed: 'Payees the Golem named – check them',
    payeesNamedHint:
      'Signed with the request by the agent’s key above. Keep only those you know; you may change them. Nobody else can be paid.',
    amount: 'USDC per day',
    days: 'Days',
    more: 'More rules',
    replicants: 'Of it, for Replicants (USDC per day)',
    silence: 'Stop after hours of silence on chain',
    gas: 'First gas, in pulls',
    gasHint:
      'A pull is one payment. ETH for so many is sent once to the agent’s key. 0 sends none.',
    gasDaily: 'Gas it may refill itself (ETH per day)',
    gasDailyHint: 'A second, small grant that pays its own key only. 0: none.',
    badGas: 'An amount of ETH up to 16.777215, at most six decimals.',
    overrideAmount: 'More than 100 USDC a day: I want this.',
    overrideDays: 'Longer than 90 days: I want this.',
    override: 'This is more than usual. Tick the box if you mean it.',
    badId: 'An id has small letters, digits and dashes, at most 64.',
    badName: 'A name has letters, digits, spaces, dashes or underscores, at most 24.',
    badAddress: 'This is not a valid address. Check for typing errors.',
    badPayees: 'Each line must be a valid address. Check for typing errors.',
    payeeFaults: {
      many: 'At most eight addresses: a lease holds no more.',
      nobody: 'The zero address is nobody: what is sent there is lost.',
      key: 'A Golem may not pay its own key: name whom it buys from, or its trading wallet.',
      party:
        'A Golem may not pay you, its guardian or a contract of the system: name whom it buys from, or its trading wallet.',
      twice: 'An address stands there twice.',
      keyless: 'Gas must reach the agent’s own key.',
    },
    uncountable: 'With Bardo’s rules the daily amount is 0.0001 to 1,677.7215 USDC.',
    noPayee: 'Name at least one address it may pay.',
    badAmount: 'An amount above zero with at most six decimals.',
    comma:
      'A comma can mean thousands or decimals. Write 1500 without one, or a point for decimals: 1.5.',
    badDays: 'A whole number of days, 1 to 3650.',
    badReplicants: 'An amount no larger than the daily one.',
    badSilence: 'A whole number of hours, 1 to 720.',
    badPulls: 'A whole number, 0 to 1000.',
    noUsdc: 'Bardo knows no USDC on this chain.',
    ask: 'Ask MetaMask for it',
    askLease: 'Ask Bardo for the lease',
    cancel: 'Cancel',
    risk: 'Worst case, with all you have granted on this chain',
    riskWait: 'Fill in the form to see the worst case.',
    riskUnknown:
      'The worst case cannot be counted now: the control plane does not say what else is granted.',
    riskGuardian: 'The worst case is told once Bardo in MetaMask has named this Golem’s guardian.',
    existing: 'Live already',
    existingLine: (cap: string, until: string) =>
      `${cap} every day until ${until}. Budgets add up: this one is ended once the new one works.`,
    direct:
      'Bardo is not in this wallet, so the grant goes straight to the agent’s key. Then nothing but MetaMask’s own rule holds: no payees, no rolling cap (around the daily reset twice the amount can leave within 24 hours), no stop when the Golem declines or dies, no end by Bardo.',
    strategy: 'Paste a STRATEGY.md instead',
    strategyHint: 'Bardo reads what the text needs at least and never grants wider than it says.',
    strategyUse: 'Fill in the form from it',
    strategyParts: 'Read from the text',
    strategyDefault: 'a usual value, the text names none',
    strategyFields: {
      runway: 'Amount',
      days: 'Days',
      payees: 'Payees',
      gas: 'Gas',
      replicants: 'Replicants',
    },
    strategyQuestions: 'Not clear from the text',
    strategyMandates: 'MetaMask can grant payments only. These need a mandate of their own:',
  },

  gas: {
    heading: (name: string) => `Gas for ${name}`,
    text: 'A second, small grant: its key may draw so much ETH from your account every day to pay for its own transactions, and pay it to nobody else. It ends with the runway.',
    key: 'The agent’s key, as the control plane says:',
    amount: 'ETH per day',
    hint: 'Every payment it makes costs a little ETH.',
    pulls: (count: number) => `At today’s price enough for ${plural(count, 'pull')} a day.`,
    done: (name: string) => `${name} may refill its gas.`,
    refills: (cap: string, left: string, until: string) =>
      `may refill ${cap} a day (${left} left), until ${until}`,
    oldKey: 'and its refill is still leased to its old key',
    lease: 'Lease its gas to the new key',
    open: 'Let it refill its gas',
    change: 'Change its gas',
    send: 'Send gas now',
    sending: 'Confirm the gas in MetaMask…',
    unsigned:
      'Nothing was sent: the control plane names a key that no lease or grant of yours leads to. If your agent changed its key, lease to the new one first.',
    sent: (name: string) => `Gas was sent to ${name}.`,
    sentUnseen:
      'Your gas has reached its key. The control plane usually sees it within a minute; sending again would only double it.',
    low: (count: number) =>
      count === 0
        ? 'It has no gas left: it can pay nobody, though its runway is open.'
        : `It has gas for ${plural(count, 'more pull')} only.`,
  },

  progress: {
    heading: (name: string) => `Runway for ${name}`,
    steps: {
      golem: 'Enter the Golem here',
      intent: 'Sign your intent',
      ask: 'Grant in MetaMask',
      asked: 'Grant in MetaMask',
      review: 'Compare with what was asked',
      account: 'Smart account',
      gas: 'First gas',
      register: 'Register the grant, checked on chain',
      lease: 'Sign the lease in Bardo',
      tell: 'Hand the lease to the control plane',
      replace: 'End the old grant',
      done: 'Done',
    },
    stepDone: 'done',
    stepNow: 'now',
    go: 'Continue',
    working: (step: string) => `${step}. Look at MetaMask…`,
    granted: 'What MetaMask granted',
    asked: 'Asked',
    really: 'Granted',
    wider: 'wider than asked',
    narrower: 'not wider than asked',
    other: 'not what was asked',
    same: 'Exactly as asked.',
    accept: 'Take it as it is',
    end: 'End this grant',
    ending: 'Confirm the end of the grant in MetaMask…',
    ended: 'The grant has ended on chain.',
    giveUp: 'Give up',
    askRight: 'Ask again from this account',
    again: 'I looked: ask again',
    look: 'MetaMask was asked, and its answer has not come here. Continue looks for it first. Ask again only if MetaMask shows no grant to this site under Permissions.',
    noGas: 'Go on without gas',
    interrupted: 'This grant was interrupted. Nothing is lost: go on where it stopped.',
    done: (name: string) => `${name} has its runway.`,
    elsewhere:
      'This grant is being worked on: in another tab, or in a window of MetaMask that still waits for your answer.',
    moved: 'This grant went on in another tab. This page shows now where it stands.',
    gone: 'This grant was finished or given up in another tab.',
    begun: (name: string) =>
      `A grant for ${name} is in the making, perhaps in another tab. Finish it or give it up first.`,
  },

  guardian: {
    waiting:
      'Waiting for Bardo in MetaMask to name this Golem’s guardian: the grant is made out to it. If MetaMask is locked, unlock it.',
    unanswered:
      'Bardo in MetaMask did not name this Golem’s guardian, so nothing can be granted yet. Unlock MetaMask and ask again.',
    again: 'Ask Bardo again',
    absent:
      'Only Bardo in MetaMask can name this Golem’s guardian: update it, or switch to the wallet that has it.',
    other:
      'Nothing is granted: the control plane names another guardian for this Golem than Bardo in this wallet. Either the Golem belongs to another recovery phrase, or the control plane is wrong or lies.',
    unguarded:
      'The control plane says this Golem has no guardian, and only you can know that. The permission would go straight to the agent’s key, without a lease: Bardo could not set a daily limit of its own, payees or a stop without gas. If you ever leased to this Golem with Bardo, the control plane is wrong or lies: cancel.',
    accept: 'I know that this Golem lives without Bardo’s guardian, and the key above is its own.',
    told: 'The control plane:',
    named: 'Bardo:',
  },

  asker: {
    looking: 'Looking whether a lease you signed names this key…',
    leased: 'Signed by the key that its lease names, and your own guardian signed that lease.',
    granted: 'Signed by the key that your own grant names.',
    unknown:
      'Signed by the agent’s key above, but nothing you signed names that key yet, and anybody can ask under any name. Compare the key with the address your agent prints when it starts.',
    other:
      'This is not the key its lease names. If you did not give your agent a new key, somebody else asks: cancel, and refuse.',
    leasedKey: 'The key of its lease:',
  },

  requests: {
    heading: 'Waiting for your answer',
    line: (name: string, amount: string, days: number) =>
      `${name} asks for ${amount} a day for ${plural(days, 'day')}`,
    who: 'Id',
    key: 'key',
    reason: 'In its own words, not signed:',
    known: 'Signed. The control plane says its lease names this key.',
    unknown: 'Signed by a key Bardo does not know yet: make sure it is your agent’s.',
    payees: 'It wants to pay:',
    unproven: 'Unproven',
    flaws: {
      unsigned:
        'The signature does not fit what is shown here, so it may not be what your Golem asked for. Nothing is taken over from it. Let your agent ask again.',
      toOther: 'It is addressed to another owner. Nothing is taken over from it.',
      otherMoney:
        'It asks for other money than USDC on its chain, which Bardo does not grant. Nothing is taken over from it.',
      late: 'It has run out. Let your agent ask again.',
    },
    answer: 'Answer',
    refuse: 'Refuse',
    refusing: 'Refusing…',
    until: (date: string) => `Open until ${date}.`,
  },

  alike: {
    mine: (name: string, id: string) =>
      `You already have a Golem named ${name} (id ${id}). This is another one, with another id and its own key. Names can be chosen by anyone.`,
    otherKey: (name: string, id: string, key: string) =>
      `You already have ${name} (id ${id}), and its key is ${key}. Another key asks under its id. If you did not give your agent a new key, refuse.`,
    asks: (name: string, id: string) =>
      `Another request here looks like this one: ${name} (id ${id}). Compare id and key before you answer.`,
    wish: (name: string, id: string) =>
      `You already have a Golem named ${name} (id ${id}). This one would be another.`,
  },

  orphans: {
    heading: 'Grants that no Golem lives on',
    text: 'MetaMask granted these to this site, but they were never registered here, for example because the page was closed or another account was signed in. They can be spent by whoever holds their key: end them.',
    line: (cap: string, key: string) => `${cap} every day to ${key}`,
    end: 'End it',
  },

  runway: {
    heading: 'Runway',
    none: 'It has no runway that can be spent.',
    chainSource: (block: number) => `chain · block ${block}`,
    checked: (block: number, ended: boolean) =>
      `Your wallet read the chain at block ${block}: the grant ${ended ? 'has ended' : 'is in force'}. The rest is the word of the`,
    unchecked: 'Your wallet has not checked this on chain. Everything is the word of the',
    cap: 'Cap',
    perDay: (amount: string) => `${amount} a day`,
    spent: 'Spent since reset',
    reset: 'Next reset',
    noReset: 'none before it ends',
    inTime: (duration: string) => `in ${duration}`,
    daysLeft: 'Time left',
    end: 'Ends',
    gas: 'Gas left',
    pulls: (count: number) => `for ${plural(count, 'more pull')}`,
    phase: 'Phase',
    heartbeat: 'Last heartbeat',
    unknown: 'not known',
    silent:
      'It has missed more than one heartbeat. Silent is not dead: its lease stops by itself if the silence lasts.',
    rotation: 'It asks for a lease to a new key. The old key dies with the new lease.',
    asksEnd: 'It asks you to end its grant: nothing else ends it on chain.',
    noChart: 'It has spent nothing in the last seven days.',
    chart: (amount: string, count: number) =>
      `${amount} in ${plural(count, 'redemption')} in the last seven days`,
    finish: 'Sign its lease',
    rotate: 'Lease to its new key',
    feed: 'Feed',
    change: 'Change the lease',
    renew: 'Renew or replace',
    revoke: 'Revoke',
    succession: 'Succession',
  },

  tree: {
    heading: 'Permissions',
    none: 'No permission is in force.',
    unreadable:
      'The control plane lists permissions that this page cannot read. Look in MetaMask under Permissions.',
    roles: { grant: 'Grant', lease: 'Lease', replicant: 'Replicant' },
    to: 'to',
    until: 'until',
    every: (amount: string, period: string) => `at most ${amount} every ${period}`,
    total: (amount: string) => `at most ${amount} in total`,
    unlimited: 'no limit of its own',
    payees: (list: string) => `pays only ${list}`,
    rule: 'Each line shows what it can do under all lines above it. Replicants spend their parent’s budget; they add nothing to it.',
    marks: {
      'wider-cap': 'promises more than the line above lets through',
      'outlives-parent': 'outlives the line above',
      'pays-others': 'names payees the line above does not allow',
      'other-asset': 'names money the line above cannot move',
      'missing-parent': 'the line above is not known',
      cycle: 'hangs on itself: nothing can be done with it',
      'wrong-delegator': 'passes on what was given to somebody else: it is refused on chain',
      'open-to-anyone': 'open to anyone who holds it',
      'unread-rules': 'has rules Bardo cannot read',
      'no-own-limit': 'passes on all it got',
    },
  },

  history: {
    heading: 'Last seven days',
    none: 'Nothing happened in the last seven days.',
    unread: (ranges: readonly { from: number; to: number }[]) => {
      const blocks = ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`));
      return `The control plane could not read these blocks yet: ${blocks.join(', ')}. What happened in them is missing here, and in the figures it gives.`;
    },
    kinds: {
      granted: 'Granted',
      leased: 'Leased',
      redeemed: 'Spent',
      rotated: 'Key rotated',
      fed: 'Fed',
      phase: 'Phase changed',
      replicated: 'Replicated',
      revoked: 'Revoked',
      died: 'Died',
    },
  },

  revoke: {
    heading: (name: string) => `Revoke ${name}`,
    headingAll: 'Revoke all',
    unusedOnly: 'No Golem lives on a grant of yours. What is left stands below.',
    nothing: 'Nothing is in force: there is nothing to revoke.',
    unknown:
      'The control plane does not say what is in force, so it cannot be ended here now. In MetaMask, open Permissions and revoke this site’s grants there.',
    ends: 'This ends',
    one: 'End it on chain',
    all: (count: number) => (count === 1 ? 'End it on chain' : `End all ${count} on chain`),
    batch: 'Your wallet sends them together: all or none.',
    single: 'Your wallet asks for each one. What is done stays done if you stop.',
    sending: (done: number, total: number) =>
      `Ending ${done + 1} of ${total}. Confirm in MetaMask…`,
    sendingAll: 'Confirm the batch in MetaMask…',
    proving: 'Asking the chain…',
    snap: 'Stop it now, without a transaction',
    snapText:
      'Bardo in MetaMask signs the end of the lease and hands it to the control plane, which pays the gas. The grant itself stays open until you end it on chain.',
    snapping: 'Confirm in Bardo…',
    snapped: (delivered: number, total: number) =>
      `The control plane took the end of ${delivered} of ${total} leases. They are over when the chain shows it.`,
    snapRefused: 'You did not confirm. Nothing was stopped.',
    states: {
      wanted: 'waiting',
      signed: 'asked in MetaMask',
      relayed: 'sent',
      proven: 'ended on chain',
      failed: 'not ended.',
    },
    panic: 'Panic button',
    panicButton: 'End every MetaMask grant of this account',
    leases: 'End all leases',
    other: 'Panic button, and ending all leases',
    survivors: 'These cannot be ended from this account:',
    retry: 'Try the rest again',
    phone: 'Open this in MetaMask on my phone',
    plane: 'The chain shows it; the control plane has not seen it yet.',
  },

  death: {
    heading: (name: string) => `${name} is dying`,
    text: 'It reported its last phase. These steps end what it may spend, each proven on chain:',
    ends: (time: string) => `Its lease ends by itself at ${time}, whatever happens.`,
    silence: (time: string) =>
      `If it says nothing more on chain, its lease stops by itself at ${time}.`,
    steps: {
      terminal: 'Its last phase stands on chain: from that block the lease moves nothing',
      ended: 'Its lease is ended besides, signed by its guardian',
      disabled: 'Your grant is ended by your own transaction',
    },
    done: 'proven on chain',
    waiting: 'not on chain yet',
    yours: 'waits for you',
    unseen: 'Your wallet cannot check this now',
    snapTold: (ago: string) => `Bardo in MetaMask told you ${ago}.`,
    snapSilent: 'Bardo in MetaMask has not told you yet.',
    snapNone: 'Bardo in MetaMask is not connected, so it cannot tell you.',
    hide: 'Hide',
    end: 'End the grant now',
    succeed: 'Go to succession',
  },

  succession: {
    heading: (name: string) => `After ${name}`,
    alive: 'This Golem is not dead.',
    died: (date: string) => `Died ${date}.`,
    spent: 'Spent in its life',
    lastCap: 'Last daily cap',
    days: 'Length of its runway',
    knowledge: 'Knowledge record',
    none: 'none',
    open: 'Its grant is still open. End it: until you do, only its lease is over.',
    end: 'End the grant',
    begin: 'Start a successor',
    beginText: 'The successor starts from the last daily cap of the dead one. You can change it.',
    certificate: 'Death certificate',
    certificateText: 'Everything the chain shows of this life, with hashes that anybody can check.',
    download: 'Download the certificate',
    downloading: 'Writing the certificate…',
  },

  identity: {
    unsigned:
      'Nothing was signed: the control plane names a key that no lease or grant of yours leads to.',
    heading: 'Identity',
    text: 'Vouch that this key is your Golem, and enter it in the public registry (ERC-8004).',
    owner: 'Owner',
    golem: 'Golem',
    key: 'Its key',
    phase: 'Phase',
    health: 'Permission',
    agent: 'Registry number',
    none: 'not registered',
    attest: 'Sign the attestation',
    attesting: 'Sign in MetaMask. It gives no money and no permission…',
    attested: 'Attestation signed. Give it to whoever asks whose Golem this is.',
    save: 'Download the attestation',
    register: 'Register on chain',
    registering: 'Confirm the registration in MetaMask…',
    registered: 'It is registered.',
    noRegistry: 'There is no registry on this chain.',
    noKey: 'It has no key yet.',
  },

  more: {
    heading: 'More',
    permit: 'Permit a Warden action',
    permitText: 'Signs an ActionPermit for one announced action of this Golem.',
    actionHash: 'Action hash',
    riskTier: 'Risk tier (0 to 3)',
    policyHash: 'Policy hash',
    simulation: 'Simulation hash (empty: not simulated)',
    hours: 'Valid for hours',
    sign: 'Sign',
    signing: 'Sign in MetaMask…',
    badHash: 'A hash is 0x and 64 hex digits.',
    badNumber: 'A whole number is needed here.',
    invoice: 'Pay an x402 invoice',
    invoiceText:
      'Signs one USDC payment that the payee may collect once, until it expires. No transaction of yours.',
    payee: 'Pays to',
    amount: 'USDC',
    signed: 'Signed',
    download: 'Download',
    warnKey: 'This pays the Golem’s key directly: no daily cap binds it there.',
  },

  /** By code: EIP-1193, EIP-5792, ERC-7715, JSON-RPC. */
  errors: {
    4001: 'You said no in the wallet. Nothing was changed.',
    4100: 'The wallet has not allowed this site to do that. Connect the account again.',
    4200: 'This wallet cannot do that. Use MetaMask, or update it.',
    4900: 'The wallet has lost its connection. Check your network and try again.',
    4901: 'The wallet is not connected to this chain. Switch the chain and try again.',
    4902: 'The wallet does not know this chain yet. Add it and try again.',
    '-32700': 'The wallet could not read the request. Update MetaMask and try again.',
    '-32600': 'The wallet did not accept the request. Update MetaMask and try again.',
    '-32601': 'This version of the wallet does not know how to do that. Update MetaMask.',
    '-32602': 'The wallet did not accept the details of the request. Nothing was changed.',
    '-32603': 'The wallet had an error of its own. Try again; if it stays, restart the browser.',
    '-32000': 'The wallet or the chain refused these values. Check amount, balance and dates.',
    '-32001':
      'The wallet did not find the account or the thing asked for. Connect the account again.',
    '-32002': 'A request is already open in MetaMask. Open MetaMask and answer it first.',
    '-32003': 'The chain refused the transaction. Check the balance for gas and try again.',
    '-32004': 'This wallet does not support that method. Update MetaMask.',
    '-32005':
      'Too many requests at once, or another permission request is open. Answer it in MetaMask, wait a minute and try again.',
    '-32006': 'The wallet speaks another version of the protocol. Update MetaMask.',
    5700: 'The wallet lacks a capability this needs. Update MetaMask.',
    5710: 'The wallet cannot batch calls on this chain.',
    5720: 'The wallet has already seen this batch. Wait for it to finish.',
    5730: 'The wallet does not know this batch any more. Look at your activity in MetaMask before trying again.',
    5740: 'The batch is too large for the wallet. Revoke fewer at a time.',
    5750: 'The account was not upgraded to a smart account. Agree to the upgrade, or use an account that can be upgraded (not a hardware wallet).',
    5760: 'The wallet cannot promise that all calls happen together. Send them one by one.',
  },
  itSaid: (sentence: string, text: string) =>
    text === '' ? sentence : `${sentence} It said: “${text}”`,
  unknownError: (code: number | null, text: string) =>
    [
      code === null
        ? 'Something went wrong.'
        : `The wallet answered with error ${code}, which Bardo does not know.`,
      text === '' ? '' : `It said: “${text}”`,
      'Look at your wallet before you try again.',
    ]
      .filter(Boolean)
      .join(' '),
} as const;
