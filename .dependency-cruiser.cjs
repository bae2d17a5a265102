// The arrows between rooms. core imports nothing of ours; a breach fails `npm run check`.
const room = (name, from, allowed, options = {}) => ({
  name,
  severity: 'error',
  from: { path: from, ...options },
  to: { path: '^(src|site|test|contracts)/', pathNot: allowed },
});

/** The rooms of each house, bottom to top: each imports only the rooms before it. */
const ORDER = {
  'src/core': [
    'bytes',
    'chain',
    'protocol',
    'caveats',
    'delegations',
    'runway',
    'certificates',
    'strategy',
    'findings',
    'decoders',
    'signatures',
    'insight',
    'memory',
    'audit',
    'watch',
  ],
  'src/agent': [
    'store',
    'chain',
    'key',
    'memory',
    'payments',
    'runway',
    'life',
    'tools',
    'command',
  ],
  src: ['core', 'host', 'views', 'handlers'],
  'src/handlers': ['insight', 'check', 'guardian', 'owner', 'pages'],
  'site/api': [
    'store',
    'plane',
    'orders',
    'records',
    'chain',
    'relay',
    'watch',
    'auth',
    'guard',
    'terminals',
    'codes',
    'runway',
    'golems',
    'agent',
    'snap',
    'alerts',
    'certificates',
  ],
  'site/world': ['chain', 'builds', 'inbox', 'wallet', 'people', 'clade'],
  site: ['words', 'plane', 'golem', 'wallet', 'owner', 'routes', 'grant', 'ending', 'cards'],
};

const layers = Object.entries(ORDER).flatMap(([house, rooms]) =>
  rooms.map((name, at) => ({
    name: `${house}-${name}-asks-only-the-rooms-below`,
    severity: 'error',
    from: { path: `^${house}/${name}/` },
    to: {
      path: `^${house}/`,
      pathNot: `^${house}/(${rooms.slice(0, at + 1).join('|')})/`,
    },
  })),
);

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-circular-rooms',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(src|site)' },
      to: { circular: true },
    },
    ...layers,
    { name: 'no-orphans', severity: 'error', from: { orphan: true, path: '^src/' }, to: {} },
    room('core-imports-nothing-of-ours', '^src/core/', '^src/core/'),
    room('views-ask-core-only', '^src/views/', '^src/(core|views)/'),
    room('host-asks-core-only', '^src/host/', '^src/(core|host)/'),
    room('handlers-join-the-rooms', '^src/handlers/', '^src/(core|host|views|handlers)/'),
    room('index-lists-handlers', '^src/index\\.ts$', '^src/(handlers|host/guarded)'),
    room('api-asks-core-only', '^site/api/', '^(src/core|site/api)/'),
    room('site-asks-core-only', '^site/', '^(src/core|site)/', { pathNot: '^site/(api|world)/' }),
    {
      name: 'site-speaks-to-its-api-by-http',
      severity: 'error',
      from: { path: '^site/', pathNot: '^site/(api|world)/' },
      to: { path: '^site/api/' },
    },
    {
      // The demo world runs the product; no part of the product knows of it.
      name: 'nothing-of-the-product-reaches-the-demo-world',
      severity: 'error',
      from: { path: '^(src|site|contracts)/', pathNot: '^site/world/' },
      to: { path: '^site/world/' },
    },
    {
      name: 'the-demo-world-needs-no-test',
      severity: 'error',
      from: { path: '^site/world/' },
      to: { path: '^test/' },
    },
    room('agent-asks-core-only', '^src/agent/', '^src/(core|agent)/'),
    room('explain-runs-core', '^src/explain\\.ts$', '^src/core/'),
    {
      // In a locked wallet a key or a window opens the password prompt: nothing a check does can reach them.
      name: 'check-reaches-no-key-and-no-window',
      severity: 'error',
      from: { path: '^src/handlers/(cron\\.ts$|check/)' },
      to: { path: '^src/host/(keys|ui)\\.', reachable: true },
    },
    {
      // Its bytes are counted: what only the control plane and its page need is none of it.
      name: 'alerts-elsewhere-stay-out-of-the-snap',
      severity: 'error',
      from: { path: '^src/(index|(handlers|host|views)/)' },
      to: { path: '^src/core/protocol/alert-shapes', reachable: true },
    },
    {
      name: 'core-uses-pure-packages-only',
      severity: 'error',
      from: { path: '^src/core/' },
      to: {
        dependencyTypes: ['npm', 'npm-dev', 'core'],
        pathNot:
          'node_modules/(viem|abitype|ox|@metamask/superstruct|@noble/hashes|@noble/secp256k1)/',
      },
    },
    {
      name: 'oracles-stay-in-tests',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: 'node_modules/@metamask/(abi-utils|delegation-|7715-permission-types)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.twin/|^site/dist/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'] },
  },
};
