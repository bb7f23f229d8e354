import fs from 'node:fs'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import { parts } from '../tests/mutation/parts.mjs'

/**
 * `npm run mutation -- --part=crud [--sample=200 | --all] [--seed=7] [--files=src/crud/form/merge.ts] [--again]`: plants deliberate faults in a part, one at a time,
 * and says how many its tests notice. A sample is drawn by the seed that is printed; its score is printed with its sampling error (95 %).
 * `--again` tries only what the last run of the part missed, after tests were added, and keeps its results for the rest; `--tests=tests/unit/x.test.ts` tries it
 * with those tests alone.
 * Ends with 1 where fewer than 85 % were noticed.
 */
const { values } = parseArgs({
  options: {
    part: { type: 'string' },
    sample: { type: 'string', default: '200' },
    all: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    files: { type: 'string' },
    again: { type: 'boolean', default: false },
    tests: { type: 'string' },
    concurrency: { type: 'string', default: '2' },
  },
})
if (values.part && !(values.part in parts)) throw new Error(`--part is one of ${Object.keys(parts).join(', ')}`)
const ENOUGH = 0.85
const wanted = values.all ? Number.POSITIVE_INFINITY : Number(values.sample)

/** Mulberry32: small, and the same draw for a seed everywhere. */
function drawer(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const reportOf = (part) => `.cache/mutation-${part}.json`
/** By its place; lines and columns of the report count from one. */
const named = ({ location: { start, end }, mutatorName, replacement }, from = 0) =>
  JSON.stringify([...[start.line, start.column, end.line, end.column].map((at) => at - from), mutatorName, replacement])
const MISSED = ['Survived', 'NoCoverage']
/** The last run's result for a mutant, if its file has not changed. */
function lastRun(part) {
  const { files } = JSON.parse(fs.readFileSync(reportOf(part), 'utf8'))
  const found = new Map()
  for (const [file, { source, mutants }] of Object.entries(files))
    if (fs.readFileSync(file, 'utf8') === source) for (const mutant of mutants) found.set(file + named(mutant, 1), mutant)
  return (mutant) => found.get(mutant.fileName.replace(`${process.cwd()}/`, '') + named(mutant))
}

// The whole part is instrumented; what is not drawn counts as ignored from the beginning.
let population = 0
const instrument = Instrumenter.prototype.instrument
Instrumenter.prototype.instrument = async function sampled(...args) {
  const result = await instrument.apply(this, args)
  const able = result.mutants.filter((mutant) => !mutant.status)
  population = able.length
  if (values.again) {
    const before = lastRun(process.env.MUTATION_PART)
    for (const mutant of able) {
      const { status = 'Ignored', statusReason = 'not drawn' } = before(mutant) ?? {}
      if (!MISSED.includes(status)) Object.assign(mutant, { status, statusReason })
    }
    return result
  }
  const random = drawer(Number(values.seed))
  const order = able.map((mutant) => ({ mutant, at: random() })).sort((a, b) => a.at - b.at)
  for (const { mutant } of order.slice(wanted)) Object.assign(mutant, { status: 'Ignored', statusReason: 'not drawn' })
  return result
}

const percent = (share) => `${(share * 100).toFixed(1)} %`
let enough = true
for (const part of values.part ? [values.part] : Object.keys(parts)) {
  process.env.MUTATION_PART = part
  process.env.MUTATION_TESTS = values.tests ?? ''
  const since = Date.now()
  const results = await new Stryker({
    mutate: values.files ? values.files.split(',') : parts[part].mutate,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'tests/mutation/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    // A value made when a file is loaded cannot be changed for one test alone: each would take all tests of the part.
    ignoreStatic: part !== 'outbox',
    concurrency: Number(values.concurrency),
    timeoutMS: 10_000,
    dryRunTimeoutMinutes: 20,
    ignorePatterns: ['data', 'dist', 'docs', 'public', 'screenshots', 'test-results'],
    tsconfigFile: 'none',
    tempDirName: '.cache/stryker',
    reporters: ['progress', 'json'],
    jsonReporter: { fileName: reportOf(part) },
  }).runMutationTest()

  const of = (...statuses) => results.filter(({ status }) => statuses.includes(status))
  const noticed = of('Killed', 'Timeout').length
  const missed = of(...MISSED)
  const tried = noticed + missed.length
  for (const { fileName, location, status, mutatorName, replacement } of missed)
    console.log(
      `${fileName.replace(`${process.cwd()}/`, '')}:${location.start.line}:${location.start.column} ${status} ${mutatorName} → ${replacement.replace(/\s+/g, ' ').slice(0, 100)}`,
    )
  const score = noticed / tried
  const spread = tried < population ? 1.96 * Math.sqrt(((score * (1 - score)) / tried) * ((population - tried) / (population - 1))) : 0
  console.log(
    `${part}: ${noticed} of ${tried} noticed, ${percent(score)}${spread ? ` ± ${(spread * 100).toFixed(1)}` : ''}` +
      ` (${of('Timeout').length} by never ending; ${population} in all${values.again ? ', drawn before' : wanted < population ? `, drawn with --seed=${values.seed}` : ''}; ${Math.round((Date.now() - since) / 60_000)} minutes)`,
  )
  if (!(score >= ENOUGH)) enough = false
}
process.exitCode = enough ? 0 : 1
