#!/usr/bin/env node
// `bardo-agent`: asks an owner for a runway from a terminal, and signs the terminal in to read.
import { run } from './run';

process.exitCode = await run(process.argv.slice(2), process.env);
