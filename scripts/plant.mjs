import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { tsImport } from 'tsx/esm/api'
import { createVitest } from 'vitest/node'
import { root } from './prepare.mjs'

/**
 * `npm run test:plant [-- --sample=20 --seed=7 | --only=src/features/cards] [--list]`: plants the faults of `tests/plants`, one at a time, runs the tests nearest to
 * each and says which were noticed. What was found is kept in `.cache/plants.json`; `--again` tries only those that were missed last time.
 * Ends with 1 where fewer than 92 % were noticed, or 88 % in screens.
 */
const { values } = parseArgs({
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    only: { type: 'string', default: '' },
    again: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
})
const { all } = await tsImport('../tests/plants/all.ts', import.meta.url)
/** A fault of what a person sees. */
const inScreens = ({ file }) => /^src\/(features|app|crud|ui|outbox|lib)\//.test(file)
const KEPT = '.cache/plants.json'
const kept = fs.existsSync(KEPT) ? JSON.parse(fs.readFileSync(KEPT, 'utf8')) : {}
const keyOf = ({ file, find, put }) => `${file}\n${find}\n${put}`

/** Mulberry32, as in `mutation.mjs`. */
function drawer(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
const random = drawer(Number(values.seed))
const chosen = all
  .map((plant, at) => ({ ...plant, at, turn: random() }))
  .filter((plant) => plant.file.includes(values.only) && !(values.again && kept[keyOf(plant)] !== false))
  .sort((a, b) => (values.sample ? a.turn - b.turn : a.at - b.at))
  .slice(0, values.sample ? Number(values.sample) : undefined)
if (values.list) {
  for (const { at, file, sees } of chosen) console.log(`${at}\t${file}\t${sees}`)
  process.exit()
}

console.log(`${chosen.length} of ${all.length} planted faults, seed ${values.seed}`)
// One Vitest for all of them: what it has once compiled stays, only the file of the fault is compiled anew.
const vitest = await createVitest('test', { root, watch: true, bail: 1, maxWorkers: 1, reporters: [{}] })
await vitest.standalone()
/** Forgets what a file was compiled to. */
function forget(file) {
  for (const { vite } of vitest.projects)
    for (const { moduleGraph } of Object.values(vite.environments))
      for (const module of moduleGraph.getModulesByFile(file) ?? []) moduleGraph.invalidateModule(module)
  vitest.invalidateFile(file)
}
/** Runs the tests nearest to a fault; gives the first that failed. A run that tested nothing has noticed nothing. */
async function tried({ at, file, tests }) {
  process.env.PLANT = String(at)
  forget(path.join(root, file))
  const specifications = await vitest.globTestSpecifications(tests.map((one) => path.join(root, one)))
  const { testModules } = await vitest.runTestSpecifications(specifications)
  forget(path.join(root, file))
  const run = testModules.flatMap(({ children }) => [...children.allTests()]).filter((one) => /passed|failed/.test(one.result().state))
  // The place of the fault is gone, or the fault is no valid code.
  if (!run.length) for (const one of testModules) console.error(...one.errors())
  return run.find((one) => one.result().state === 'failed')
}
const results = []
for (const plant of chosen) {
  const since = Date.now()
  const failed = await tried(plant)
  const noticed = !!failed
  results.push({ ...plant, noticed })
  kept[keyOf(plant)] = noticed
  fs.mkdirSync('.cache', { recursive: true })
  fs.writeFileSync(KEPT, JSON.stringify(kept, null, 1))
  console.log(
    `${noticed ? 'noticed' : 'MISSED '} ${String(Math.round((Date.now() - since) / 1000)).padStart(4)} s  ${plant.file}: ${plant.sees}`,
  )
  if (failed)
    console.log(`               by "${failed.fullName}": ${String(failed.result().errors[0]?.message).split('\n')[0].slice(0, 200)}`)
}
await vitest.close()
const share = (some) => (some.length ? some.filter(({ noticed }) => noticed).length / some.length : 1)
const said = (some) => `${some.filter(({ noticed }) => noticed).length} of ${some.length} noticed (${(share(some) * 100).toFixed(0)} %)`
const screens = results.filter(inScreens)
console.log(`\n${said(results)}; in screens ${said(screens)}`)
process.exit(share(results) >= 0.92 && share(screens) >= 0.88 ? 0 : 1)
