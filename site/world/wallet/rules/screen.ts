// A rendered tree as lines a person would read, for assertions on the few that matter.

export type Node = { type: string; props: { [name: string]: unknown }; key: unknown };

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'props' in value;
}

export function childrenOf(node: Node): unknown[] {
  const { children } = node.props;
  return [children]
    .flat(Number.POSITIVE_INFINITY)
    .filter((child) => child != null && child !== false);
}

/** Every element of the tree, the root first. */
export function nodesOf(root: unknown): Node[] {
  if (!isNode(root)) return [];
  return [root, ...childrenOf(root).flatMap(nodesOf)];
}

/** `danger: title` for a banner, `label: value (source)` for a row, `[label]` for a button, `copy: text`. */
export function linesOf(root: unknown): string[] {
  if (!isNode(root)) return typeof root === 'string' ? [root] : [];
  const { type, props } = root;
  switch (type) {
    case 'Text':
    case 'Heading':
      return [inline(root)];
    case 'Banner':
      return [`${props.severity}: ${props.title}`, ...childrenOf(root).flatMap(linesOf)];
    case 'Row': {
      const tip = props.tooltip ? ` (${props.tooltip})` : '';
      return [`${props.label}: ${childrenOf(root).map(inline).join(' ')}${tip}`];
    }
    case 'Copyable':
      return [`copy: ${props.value}`];
    case 'Button':
      return [`[${childrenOf(root).map(inline).join('')}]`];
    default:
      return childrenOf(root).flatMap(linesOf);
  }
}

function inline(node: unknown): string {
  if (!isNode(node)) return String(node);
  if (node.type === 'Address') return String(node.props.address);
  if (node.type === 'Link') return `${childrenOf(node).map(inline).join('')} <${node.props.href}>`;
  return childrenOf(node).map(inline).join('');
}
