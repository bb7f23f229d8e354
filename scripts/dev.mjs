import { spawn } from 'node:child_process'
import { checkNode, installPackages, program, root } from './prepare.mjs'

/** `npm run dev`: the API on port 3000, restarted when its sources change, and Vite's server with hot reload in front of it. */
checkNode()
installPackages()
const children = [
  [...program('tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', 'server/main.ts'],
  [...program('vite/bin/vite.js')],
].map(([command, ...args]) => spawn(command, args, { cwd: root, stdio: 'inherit' }))
const stop = (code) => {
  for (const child of children) child.kill('SIGTERM')
  process.exitCode = code
}
for (const child of children) child.on('exit', (code) => stop(code ?? 0))
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stop(0))
