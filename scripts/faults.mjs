import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { program, run } from './prepare.mjs'

/**
 * The long runs of what `npm test` does once: `npm run test:faults -- --passes=20` (every scenario so many times) and
 * `npm run test:kill -- --times=200` (so many browsers killed). The last line is the verdict, and so is the exit code.
 */
const [what, ...options] = process.argv.slice(2)
const figure = (name) => {
  const given = options.find((option) => option.startsWith(`--${name}=`))?.split('=')[1] ?? '1'
  if (/^[1-9]\d*$/.test(given) && options.length < 2) return Number(given)
  console.error(`--${name}=<a number>`)
  process.exit(1)
}
const kills = what === 'kills'
const count = figure(kills ? 'times' : 'passes')
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'piazzale-faults-'))
const report = path.join(folder, 'report.json')
const [node, playwright] = program('@playwright/test/cli.js')
const chosen = kills ? ['faults/kills'] : ['faults/(?!kills)[a-z]+\\.spec', `--repeat-each=${count}`]
const right = run(node, [playwright, 'test', '--project=faults', ...chosen, '--reporter=list,json'], {
  PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  ...(kills && { BROWSER_KILLS: String(count) }),
})
const { suites, stats } = fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')) : { suites: [], stats: undefined }
fs.rmSync(folder, { recursive: true, force: true })

const tests = (suite) => [...(suite.specs ?? []).flatMap((spec) => spec.tests), ...(suite.suites ?? []).flatMap(tests)]
const told = suites.flatMap(tests).flatMap(({ annotations }) => annotations.map(({ description }) => description))
const scenarios = stats && (stats.expected + stats.unexpected + stats.flaky) / count
const passes = stats && `${scenarios} scenarios, ${count} passes: ${stats.expected} passed, ${stats.unexpected + stats.flaky} failed`
console.log((kills ? told[0] : passes) ?? 'the run did not come to its end')
process.exitCode = right ? 0 : 1
