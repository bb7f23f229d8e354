import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { otherNodes } from './nodes.mjs'
import { startPostgres } from './postgres.mjs'
import { build, checkNode, installPackages, program, root, run, watched } from './prepare.mjs'
import { chromium, ENGINES, installTools, lacking } from './tools.mjs'
import { withinBudget } from './weigh.mjs'

/** `npm test`: from a fresh clone, with one summary; the last line says `N passed, N failed`. Which test files a run takes is drawn (`drawn`); `DRAW=all` takes every one. */
checkNode()
installPackages()
installTools()

const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'piazzale-tests-'))
const results = []
const failing = []
const note = (name, passed, failed, skipped, since, why) => {
  results.push({ name, passed, failed, skipped, seconds: Math.round((Date.now() - since) / 1000), why })
}
/** A step that is right or wrong as a whole. */
async function check(name, work) {
  console.log(`\n── ${name}`)
  const since = Date.now()
  const right = await Promise.resolve(work()).catch((error) => void console.error(error))
  note(name, right ? 1 : 0, right ? 0 : 1, 0, since)
}
/** No step says nothing for half of this, on a busy machine either. One that hangs is ended and reported as a failure. */
const SILENT_MS = 20 * 60_000
/** A runner that leaves a report in JSON; one that breaks without a report counts as a failure. `again` are its arguments for the files of failed tests alone. */
async function suite(name, [node, script], args, env, read, again) {
  console.log(`\n── ${name}`)
  const since = Date.now()
  const report = path.join(reports, `${results.length}.json`)
  let stood = false
  const execute = async (chosen) => {
    fs.rmSync(report, { force: true })
    const { right, silent } = await watched(node, [script, ...chosen], { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report }, SILENT_MS)
    stood = silent
    const found = fs.existsSync(report) ? read(JSON.parse(fs.readFileSync(report, 'utf8'))) : { passed: 0, failed: 1, skipped: 0 }
    return { ...found, failed: right ? found.failed : Math.max(1, found.failed), failures: found.failures ?? [] }
  }
  const { passed, failed, skipped, failures, why } = await execute(args(report))
  note(name, passed, failed, skipped, since, stood ? 'cut: it stood still' : why)
  for (const failure of failures) failing.push({ ...failure, suite: name })
  // Only what the report names can be looked at again; a runner that broke in another way has failed.
  if (failed > 0 && failures.length === failed && again)
    Object.assign(results.at(-1), {
      again: (files) => execute(again(report, files)),
      files: [...new Set(failures.map(({ file }) => file))],
    })
}
const skip = (name, why) => {
  console.log(`\n── ${name}\nskipped: ${why}`)
  results.push({ name, passed: 0, failed: 0, skipped: 1, seconds: 0, why })
}
/** What failed, with as much of a comparison as tells what differs. */
const firstLines = (text = '') =>
  stripVTControlCharacters(text)
    .trim()
    .split('\n')
    .filter((line) => line.trim())
    .slice(0, 14)
    .join('\n    ')
    .slice(0, 1_000)
const vitest = (name, only, env = {}) => {
  const args = (report, files) => ['run', ...files, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return suite(
    name,
    program('vitest/vitest.mjs'),
    (report) => args(report, only),
    env,
    ({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) => ({
      passed: numPassedTests,
      failed: numFailedTests,
      skipped: numPendingTests + numTodoTests,
      failures: testResults.flatMap((file) =>
        file.assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName, failureMessages }) => ({
            file: path.relative(root, file.name),
            test: fullName,
            why: firstLines(failureMessages[0]),
          })),
      ),
    }),
    args,
  )
}
/** The failed tests of a browser run, suite in suite. A spec that runs at several widths has a test for each, and its `ok` is of the first alone. */
const failedSpecs = ({ specs = [], suites = [] }) => [
  ...specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName, results }) => ({ file, test: `${title} (${projectName})`, why: firstLines(results[0]?.error?.message) })),
  ),
  ...suites.flatMap(failedSpecs),
]
const tool = (name, ...args) => {
  const [node, script] = program(name)
  return () => run(node, [script, ...args])
}

// Each of them keeps one core busy; the types take as long as the others together.
const [node, tsc] = program('typescript/bin/tsc')
const types = check('types', async () => (await watched(node, [tsc, '-b', '--singleThreaded'], {}, SILENT_MS)).right)
await check('format and lint', tool('@biomejs/biome/bin/biome', 'check', '--error-on-warnings'))
await check('build', async () => {
  await build()
  return true
})
await check('bytes of the first load', () => withinBudget())
await check('nothing unused', tool('knip/bin/knip.js'))
await types
await suite(
  'outbox simulation',
  [process.execPath, 'scripts/sim.mjs'],
  (report) => ['--schedules=30000', `--report=${report}`],
  {},
  ({ passed, failed, sentence }) => ({ passed, failed, skipped: 0, why: sentence }),
)
const filesIn = (folder, ending) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`)
    .sort()
const seed = process.env.DRAW_SEED ?? String(Math.floor(Math.random() * 1e6))
if (process.env.DRAW !== 'all') console.log(`\nDRAW_SEED=${seed}`)
/**
 * The files of one run: those that always are, and of the others one in so many, drawn by a seed that is printed (`DRAW_SEED`), so that a run has its end
 * and all of them have their turn. `DRAW=all` takes every one.
 */
function drawn(files, always, oneIn) {
  if (process.env.DRAW === 'all') return files
  const weight = (file) => createHash('sha256').update(`${seed} ${file}`).digest('hex')
  const others = files.filter((file) => !always.test(file)).sort((one, other) => (weight(one) < weight(other) ? -1 : 1))
  return [...files.filter((file) => always.test(file)), ...others.slice(0, Math.ceil(others.length / oneIn))]
}
/** Always run: units, outbox, contract, rules of the house, and what every call must hold. Drawn: screens, their parts, backups and the other tests of calls. */
const MAIN = /^tests\/(?!api\/|screens\/|unit\/.+\.tsx|unit\/server\/backup)|core\/(authz|scope|idempotency|throttle|filters|openapi)/
/** Where two engines could differ: several writers at once, plans, statements, orders. */
const ENGINE = /race|killed|concurren|queue|gone|held|idempot|filters|revision|search|orders|statement|change|prepared|throttle|fuzz|once/
/** What nothing but a browser shows, and what the promise stands on. */
const PROMISE = /phone\/(verifica|offline|leaving)|desktop\/(sign-in|pwa|read-cache|canary)|faults\/(kills|people|death)/
/** Of the other files one in so many: more would not end within 35 minutes on two cores. */
const PART = 10
delete process.env.TEST_DATABASE_URL
const EMBEDDED = 'unit, API on the embedded database, outbox, screens'
const embedded = drawn(
  [...filesIn('tests', '.test.ts'), ...filesIn('tests', '.test.tsx')].filter((file) => !file.startsWith('tests/engines/')),
  MAIN,
  PART,
)
let broken
const postgres = await startPostgres().catch((error) => {
  console.error(error.message)
  broken = firstLines(error.message)
})
if (postgres) {
  // The same on both engines; the fuzz tries fewer inputs on the slower one.
  await vitest(EMBEDDED, embedded, { FUZZ_REQUESTS: '1000' })
  await vitest('API on PostgreSQL', drawn(filesIn('tests/api', '.test.ts'), ENGINE, 2 * PART), { TEST_DATABASE_URL: postgres.url })
} else {
  await vitest(EMBEDDED, embedded)
  // An installed PostgreSQL that does not start is a failure, not a reason to skip.
  if (broken) note('API on PostgreSQL', 0, 1, 0, Date.now(), broken)
  else skip('API on PostgreSQL', 'PostgreSQL is not installed')
}

const nodes = otherNodes()
if (nodes.length) await vitest('the built server on other releases of Node', ['tests/nodes.test.ts'], { NODES: nodes.join(':') })
else skip('the built server on other releases of Node', 'the registry has none for this platform')

if (!fs.existsSync(path.join(root, 'playwright.config.ts'))) skip('end to end in a browser', 'playwright.config.ts is not there')
else if (!chromium()) skip('end to end in a browser', 'no Chromium')
else
  await suite(
    'end to end in a browser',
    program('@playwright/test/cli.js'),
    () => ['test', '--reporter=line,json', ...drawn(filesIn('tests/e2e', '.spec.ts'), PROMISE, PART)],
    {},
    ({ stats, suites }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
      failures: suites.flatMap(failedSpecs),
    }),
    () => ['test', '--reporter=line,json', '--last-failed', '--workers=1'],
  )

for (const engine of Object.keys(ENGINES)) {
  const missing = lacking(engine)
  if (missing.length) skip(`the built product in ${engine}`, `missing: ${missing.join(', ')}`)
  else await vitest(`the built product in ${engine}`, ['tests/engines'], { ENGINE: engine })
}

/**
 * A few failed tests are tried once more, alone: on a machine that had something else to do a wait may have ended too early.
 * What passes then is counted as passed and named in the summary with its first error; more than this many are no accident.
 */
const ACCIDENTS = 5
if (failing.length <= ACCIDENTS)
  for (const result of results.filter(({ again }) => again)) {
    console.log(`\n── once more, alone: ${result.name}`)
    const since = Date.now()
    const alone = await result.again(result.files)
    result.seconds += Math.round((Date.now() - since) / 1000)
    if (alone.failed > 0 || alone.passed === 0) continue
    for (const failure of failing) if (failure.suite === result.name) failure.passed = true
    result.passed += result.failed
    result.failed = 0
  }
await postgres?.stop()
fs.rmSync(reports, { recursive: true, force: true })

console.log('\nSummary')
for (const { name, passed, failed, skipped, seconds, why } of results) {
  const verdict = failed ? 'FAILED ' : passed ? 'passed ' : 'skipped'
  console.log(
    `${verdict} ${name.padEnd(52)} ${`${passed} passed, ${failed} failed, ${skipped} skipped`.padEnd(38)} ${seconds} s${why ? ` (${why})` : ''}`,
  )
}
for (const { suite, file, test, why, passed } of failing)
  console.log(`\n${passed ? 'passed only when tried again, alone' : 'FAILED'}: ${suite} › ${file} › ${test}\n    ${why}`)
const sum = (key) => results.reduce((total, one) => total + one[key], 0)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = sum('failed') ? 1 : 0
