// What the real wallet refuses and the simulator lets pass: every tree is held against the oldest SDK we
// support (10.1, in MetaMask Flask 13.13), every answer against the structs the wallet checks it with.
import {
  OnHomePageResponseStruct,
  OnSignatureResponseStruct,
  OnTransactionResponseStruct,
} from '@metamask/snaps-utils';
import { type Struct, validate } from '@metamask/superstruct';
import { RootJSXElementStruct } from 'snaps-sdk-floor/jsx';
import { childrenOf, nodesOf } from './screen';

/** The wallet's limit for one interface is 10 MB. */
const MAX_BYTES = 10_000_000;
const SCHEMES = ['https:', 'mailto:', 'metamask:'];

/** Why the wallet would refuse to show this tree; empty when it would not. */
export function faultsOf(tree: unknown): string[] {
  return [
    ...structFaults(tree, RootJSXElementStruct as Struct),
    ...nodesOf(tree).flatMap((node) => [
      ...childrenOf(node)
        .filter((child) => typeof child !== 'string' && typeof child !== 'object')
        .map((child) => `${node.type} has a ${typeof child} as a child`),
      ...linksOf(node.props).filter((href) => !isAllowed(href)),
    ]),
    ...(JSON.stringify(tree).length > MAX_BYTES ? ['larger than 10 MB'] : []),
  ];
}

/** Links in props and, as markdown, in any text. */
function linksOf(props: { [name: string]: unknown }): string[] {
  const href = typeof props.href === 'string' ? [props.href] : [];
  const texts = [props.children].flat(9).filter((child) => typeof child === 'string');
  return [...href, ...texts.flatMap(markdownLinks)];
}

export function markdownLinks(text: string): string[] {
  return [...text.matchAll(/\[[^\]]*\]\(([^)]*)\)/g)].map((match) => match[1] ?? '');
}

function isAllowed(href: string): boolean {
  return URL.canParse(href) && SCHEMES.includes(new URL(href).protocol);
}

const RESPONSES = {
  onHomePage: OnHomePageResponseStruct,
  onTransaction: OnTransactionResponseStruct,
  onSignature: OnSignatureResponseStruct,
} as const;

export type Answering = keyof typeof RESPONSES;

export function responseFaults(handler: Answering, response: unknown): string[] {
  return structFaults(response, RESPONSES[handler] as Struct);
}

function structFaults(value: unknown, struct: Struct): string[] {
  const [error] = validate(value, struct);
  return error ? [error.message] : [];
}

type Notify = {
  type?: unknown;
  message?: unknown;
  title?: unknown;
  content?: unknown;
  footerLink?: { href: string; text: string };
};

/** Rules of `snap_notify` in the wallet: lengths, links, and an expanded view that is whole. */
export function noticeFaults(notice: Notify): string[] {
  const { type, message, title, content, footerLink } = notice;
  const most = type === 'native' ? 49 : 499;
  const said = typeof message === 'string' ? message : '';
  const expanded = typeof title === 'string' && content !== undefined && footerLink !== undefined;
  const plain = title === undefined && content === undefined && footerLink === undefined;
  return [
    ...(said.length === 0 || said.length > most ? [`message of ${said.length} characters`] : []),
    ...(markdownLinks(said).length > 0 ? ['a link in the message'] : []),
    ...(type === 'native' && Object.keys(notice).length !== 2
      ? ['native takes a message only']
      : []),
    ...(type === 'inApp' && !expanded && !plain ? ['half an expanded view'] : []),
    ...(type === 'inApp' && !plain ? faultsOf(content) : []),
    ...(footerLink && !isAllowed(footerLink.href) ? [`footer link ${footerLink.href}`] : []),
  ];
}
