import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { expect, test } from 'vitest'

/** What may be part of the product: permissive, or copyleft of the library or the file alone, which we use unchanged. */
const ALLOWED = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'Unlicense', 'CC0-1.0', 'Apache-2.0', 'OFL-1.1'],
  ...['MPL-2.0', 'LGPL-3.0', 'LGPL-3.0-or-later'],
])
interface Package {
  license?: string
  dev?: true
}
const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Package> }
const product = Object.entries(packages).filter(([place, { dev }]) => place !== '' && !dev)
/** Of several licences to choose from one is enough; of several that hold together all must be allowed. */
const isAllowed = (licence: string) =>
  licence
    .replace(/[()]/g, '')
    .split(/ or /i)
    .some((choice) => choice.split(/ and /i).every((one) => ALLOWED.has(one.trim())))

test('every package of the product has a licence that we may pass on', () => {
  expect(product.length).toBeGreaterThan(100)
  expect(product.flatMap(([place, { license }]) => (license && isAllowed(license) ? [] : [`${place}: ${license}`]))).toEqual([])
  expect(['MIT', '(MIT OR GPL-2.0)', 'MIT AND GPL-3.0', 'GPL-3.0', 'SEE LICENSE IN EULA'].map(isAllowed)).toEqual([
    ...[true, true],
    ...[false, false, false],
  ])
})
test('the bill of materials names each of them, with its version', () => {
  const { scripts } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const [program, ...args] = scripts.sbom!.split(' ')
  const bill = JSON.parse(execFileSync(program!, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })) as {
    bomFormat: string
    components: { name: string; version: string; purl: string }[]
  }
  expect(bill.bomFormat).toBe('CycloneDX')
  const named = new Set(bill.components.map(({ purl }) => decodeURIComponent(purl.split('?')[0]!)))
  for (const name of ['fastify', 'drizzle-orm', '@electric-sql/pglite', 'sharp', 'prom-client'])
    expect([...named].join('\n')).toContain(`pkg:npm/${name}@`)
  expect(bill.components.every(({ version }) => /^\d/.test(version))).toBe(true)
})
