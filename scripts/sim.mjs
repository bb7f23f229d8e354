import { program, root, run } from './prepare.mjs'

/**
 * `npm run sim -- …`: the simulation of `tests/outbox/sim.ts` (its options stand there), built first: run from its sources through a compiler that
 * names every function anew each time, it took the processor 1.6 times as long.
 */
const [node, vite] = program('vite/bin/vite.js')
const built = run(node, [vite, 'build', '--ssr', 'tests/outbox/sim.ts', '--outDir', 'dist/sim', '--logLevel=warn'])
process.exitCode = built && run(node, [`${root}/dist/sim/sim.js`, ...process.argv.slice(2)]) ? 0 : 1
