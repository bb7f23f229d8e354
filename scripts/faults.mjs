import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { program, run } from './prepare.mjs'

/**
 * The long runs of what `npm test` does once: `npm run test:faults -- --passes=20` (every scenario so many times),
 * `npm run test:kill -- --times=200` (so many browsers killed) and `npm run test:photos -- --verifiche=40` (25 photos each, with kills).
 * The last line is the verdict, and so is the exit code.
 */
const [what, ...options] = process.argv.slice(2)
const figure = (name) => {
  const given = options.find((option) => option.startsWith(`--${name}=`))?.split('=')[1] ?? '1'
  if (/^[1-9]\d*$/.test(given) && options.length < 2) return Number(given)
  console.error(`--${name}=<a number>`)
  process.exit(1)
}
const runs = {
  scenarios: { option: 'passes' },
  kills: { option: 'times', variable: 'BROWSER_KILLS' },
  photos: { option: 'verifiche', variable: 'PHOTO_VERIFICHE' },
}
const { option, variable } = runs[what]
const count = figure(option)
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'piazzale-faults-'))
const report = path.join(folder, 'report.json')
const [node, playwright] = program('@playwright/test/cli.js')
const chosen = variable ? [`faults/${what}`] : ['faults/(?!kills|photos)[a-z]+\\.spec', `--repeat-each=${count}`]
const right = run(node, [playwright, 'test', '--project=faults', ...chosen, '--reporter=list,json'], {
  PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  ...(variable && { [variable]: String(count) }),
})
const { suites, stats } = fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')) : { suites: [], stats: undefined }
fs.rmSync(folder, { recursive: true, force: true })

const tests = (suite) => [...(suite.specs ?? []).flatMap((spec) => spec.tests), ...(suite.suites ?? []).flatMap(tests)]
const told = suites.flatMap(tests).flatMap(({ annotations }) => annotations.map(({ description }) => description))
const scenarios = stats && (stats.expected + stats.unexpected + stats.flaky) / count
const passes = stats && `${scenarios} scenarios, ${count} passes: ${stats.expected} passed, ${stats.unexpected + stats.flaky} failed`
console.log((variable ? told[0] : passes) ?? 'the run did not come to its end')
process.exitCode = right ? 0 : 1
