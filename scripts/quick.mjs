import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { program, root, run } from './prepare.mjs'

/**
 * `npm run test:quick [-- --since=main~3]`: format, types, the rules of the house and the tests of what changed since a commit (by default what is not
 * committed yet, else the last commit). The nearest tests first, and no more than fit into four minutes: what is left out is said, `npm test` has it.
 */
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
const asked = process.argv.find((one) => one.startsWith('--since='))?.slice(8)
const open = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
const changed = asked || open.length === 0 ? [...open, ...git('diff', '--name-only', asked ?? 'HEAD~1')] : open

/** No more files than this: at some 15 s each, on two cores, with format and types before them. */
const FILES = 16
const RULES = ['boundaries', 'sizes', 'contract', 'routes', 'documents']
  .map((name) => `tests/${name}.test.ts`)
  .filter((file) => fs.existsSync(path.join(root, file)))

const stem = (file) => path.basename(file).replace(/(\.(page|test|worker))*\.\w+$/, '')
const tests = git('ls-files', 'tests', '--cached', '--others', '--exclude-standard')
  .filter((file) => /\.test\.tsx?$/.test(file) && fs.existsSync(path.join(root, file)))
  .map((file) => ({ file, text: fs.readFileSync(path.join(root, file), 'utf8') }))
/** How near a test is to a changed file: itself, of its name, or one that imports it; 0 where it has nothing to do with it. */
function nearness(test, source) {
  if (test.file === source) return 4
  if (!/\.[jt]sx?$/.test(source)) return 0
  if (stem(test.file) === stem(source)) return 3
  if (test.text.includes(`/${path.basename(source)}'`)) return 2
  const folder = path.basename(path.dirname(source))
  return stem(test.file).startsWith(stem(source)) || (source.startsWith('src/features/') && stem(test.file).startsWith(folder)) ? 1 : 0
}
const near = tests
  .map((test) => ({ file: test.file, by: Math.max(0, ...changed.map((source) => nearness(test, source))) }))
  .filter(({ file, by }) => by > 0 && !RULES.includes(file))
  .sort((one, other) => other.by - one.by)
  .map(({ file }) => file)
const chosen = [...RULES, ...near.slice(0, FILES)]
const left = near.slice(FILES)

const since = Date.now()
const steps = [
  ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings'],
  ['typescript/bin/tsc', '-b', '--singleThreaded'],
  ['vitest/vitest.mjs', 'run', ...chosen],
]
const wrong = steps.filter(([name, ...args]) => {
  const [node, script] = program(name)
  return !run(node, [script, ...args], { FUZZ_REQUESTS: '600' })
})
const seconds = Math.round((Date.now() - since) / 1000)
console.log(`\n${changed.length} files changed; ${chosen.length} files of tests, ${seconds} s`)
if (left.length) console.log(`left to npm test: ${left.join(' ')}`)
if (wrong.length) console.log(`FAILED: ${wrong.map(([name]) => name.split('/').at(-1)).join(', ')}`)
process.exitCode = wrong.length ? 1 : 0
