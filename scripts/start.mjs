import { spawn } from 'node:child_process'
import { build, checkNode, installPackages, root } from './prepare.mjs'

/** `npm start`: from a fresh clone with only Node and npm to the application and its API on one port. */
checkNode()
installPackages()
await build()
const server = spawn(process.execPath, ['dist/server/main.js'], {
  cwd: root,
  stdio: 'inherit',
  env: { NODE_ENV: 'production', ...process.env },
})
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
// npm runs this through a shell that does not pass signals on: when npm is stopped, this process only sees that its parent has changed.
const parent = process.ppid
if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && server.kill('SIGTERM'), 500).unref()
server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
