import { existsSync } from 'node:fs'
import path from 'node:path'
import { root, run } from './prepare.mjs'

/** The releases that are maintained besides the one that runs this: the built server is started on each. */
const RELEASES = ['22.23.3', '24.21.0']

/** Their programs, fetched once from the package registry into `.cache/nodes`; those that cannot be had for this platform are missing. */
export function otherNodes() {
  return RELEASES.map((release) => {
    const folder = path.join(root, '.cache/nodes', release)
    const name = `node-${process.platform}-${process.arch}`
    const program = path.join(folder, 'node_modules', name, 'bin/node')
    // A project of its own, or npm would look for one further up.
    if (!existsSync(program))
      run('npm', [
        'install',
        '--prefix',
        folder,
        '--no-package-lock',
        '--no-audit',
        '--no-fund',
        '--ignore-scripts',
        '--loglevel=error',
        `${name}@${release}`,
      ])
    return program
  }).filter(existsSync)
}
