export const terminalApprovalWords = {
  heading: 'A terminal asks to sign in',
  name: 'It calls itself',
  code: 'Code',
  way: 'Comes back by',
  ways: {
    browser: 'this browser, to a program on this computer',
    device: 'itself: the terminal waits for your answer',
  },
  asked: 'Asked',
  until: 'Waits until',
  compare: (code: string) =>
    `Approve only if you started this yourself and the terminal shows ${code}.`,
  far: 'It asks from another network than yours. If nobody at a computer of yours is waiting for this, deny it.',
  mayTitle: 'What it may do',
  may: 'It reads what this page reads: your Golems, their permissions, history and requests. For thirty days from its last renewal, or until you end it.',
  mayNot: 'It cannot grant, lease, revoke, answer a request or sign anything.',
  approve: 'Approve',
  approving: 'Approving…',
  approved: 'Approved. Go back to your terminal.',
  leading: 'Approved. Your browser goes back to the terminal now.',
  deny: 'Deny',
  denying: 'Denying…',
  denied: 'Denied. The terminal gets nothing.',
  elsewhere:
    'The control plane leads back to another computer. Bardo does not go there; deny and start again.',
} as const;
