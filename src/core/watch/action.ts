// Buttons of the home page, as names that survive the trip through the wallet.
export type Action =
  | { kind: 'home'; page: number }
  | { kind: 'golem' | 'revoke' | 'dismiss' | 'restore'; golem: string }
  | { kind: 'refresh' | 'revoke-all' | 'test-notice' };

export function actionName(action: Action): string {
  if (action.kind === 'home') return `home:${action.page}`;
  return 'golem' in action ? `${action.kind}:${action.golem}` : action.kind;
}

/** null for a name that is not ours: an old button of an updated Snap does nothing. */
export function parseAction(name: string): Action | null {
  const action = readAction(name);
  return action !== null && actionName(action) === name ? action : null;
}

function readAction(name: string): Action | null {
  const [kind, argument = ''] = name.split(':');
  switch (kind) {
    case 'home':
      return /^\d{1,4}$/.test(argument) ? { kind, page: Number(argument) } : null;
    case 'golem':
    case 'revoke':
    case 'dismiss':
    case 'restore':
      return /^[a-z0-9-]{1,64}$/.test(argument) ? { kind, golem: argument } : null;
    case 'refresh':
    case 'revoke-all':
    case 'test-notice':
      return { kind };
    default:
      return null;
  }
}
