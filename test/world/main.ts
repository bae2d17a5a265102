// The product on this computer: for now the development twin of the Snap, built and served.
import { readSnapFiles, serveSnap } from './snap-server';
import { stageTwin, TWIN, TWIN_PORTAL } from './twin';

const PORT = 8080;

console.log('Building the development twin of the Snap …');
stageTwin();
const { server } = await serveSnap(readSnapFiles(TWIN), PORT).catch((error) => {
  const taken = error.code === 'EADDRINUSE';
  console.error(taken ? `Port ${PORT} is taken: stop what listens there and start again.` : error);
  process.exit(1);
});

console.log(`
Bardo's development twin is served at http://localhost:${PORT}

  1. Use a browser profile and a recovery phrase made for this: never one that holds money.
  2. Install MetaMask Flask 13.13 or newer there.
  3. Open any https or localhost page, then in its developer console:

       await ethereum.request({
         method: 'wallet_requestSnaps',
         params: { 'local:http://localhost:${PORT}': {} },
       })

  4. In MetaMask: menu, Snaps, "Bardo development". That is the console.
     Insights appear at the end of the next transaction or signature that concerns a Golem.

It answers the Portal at ${TWIN_PORTAL} only and asks it for the status every 20 seconds.
Ctrl-C stops it.
`);

const stop = () => server.close(() => process.exit(0));
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
