// PGlite's files in a folder, for nobody else's eyes. Its file system gives every new file the rights that PostgreSQL
// asked for, whatever the process' mask says: they are cut down on their way.
import { NodeFS } from '@electric-sql/pglite/nodefs';

type Opened = Awaited<ReturnType<NodeFS['init']>>;
type Given = Parameters<NodeFS['init']>;
type Attributes = { mode?: number };
type Operations = { setattr?: (node: unknown, attributes: Attributes) => unknown };

export class PrivateFs extends NodeFS {
  override init(pg: Given[0], options: Given[1]): Promise<Opened> {
    return super.init(pg, { ...options, preRun: [...(options.preRun ?? []), cutRights] });
  }
}

function cutRights(module: object): void {
  const { NODEFS } = module as { NODEFS: { node_ops: Operations; stream_ops: Operations } };
  for (const operations of [NODEFS.node_ops, NODEFS.stream_ops]) {
    const { setattr } = operations;
    if (!setattr) continue;
    operations.setattr = (node, attributes) => {
      const { mode } = attributes;
      return setattr(
        node,
        mode === undefined ? attributes : { ...attributes, mode: mode & ~0o077 },
      );
    };
  }
}
