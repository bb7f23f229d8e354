import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import openapiTS, { astToString } from 'openapi-typescript'
import { expect, test, vi } from 'vitest'
import { makeStation } from '../api/support/fixtures.ts'
import { makeModel } from '../api/support/inspection-fixtures.ts'
import { published } from '../api/support/published.ts'
import { inWorld, PASSWORD } from '../api/support/world.ts'

// The generator needs the compiler as a library, which TypeScript 7 does not offer (decision 034).
vi.mock('typescript', async () => {
  const { ts } = await import('@ts-morph/common')
  return { ...ts, default: ts }
})
const CLIENT = path.resolve('tests/client/visit.ts')

/** The compiler's errors for the client with the types of a description; empty if there are none. */
async function compile(description: string): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'piazzale-client-'))
  const types = path.join(folder, 'piazzale-api.d.ts')
  writeFileSync(types, astToString(await openapiTS(description, { defaultNonNullable: false })))
  const compilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: false, target: 'es2023', module: 'esnext', moduleResolution: 'bundler' },
    ...{ lib: ['es2023', 'dom', 'dom.iterable'], types: [], paths: { 'piazzale-api': [types] } },
  }
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [CLIENT] }))
  const tsc = path.resolve('node_modules/typescript/bin/tsc')
  return promisify(execFile)(process.execPath, [tsc, '-p', folder, '--pretty', 'false']).then(
    () => '',
    (failed: { stdout: string }) => failed.stdout,
  )
}

test('a client written against the OpenAPI description compiles, signs in, plans an inspection and reads it', async () => {
  expect(await compile(JSON.stringify(published))).toBe('')
  const { visit } = await import(/* @vite-ignore */ CLIENT)
  await inWorld(async ({ app, as, db }) => {
    await makeModel(await as('admin'), 'CLIENTE')
    const baseUrl = `${await app.listen({ port: 0, host: '127.0.0.1' })}/api/v1`
    const plan = {
      day: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
      station: (await makeStation(db, { code: 'ZZ1' })).code,
    }
    const by = (name: string, password = PASSWORD) => visit(baseUrl, `${name}@demo.example.it`, password, plan)
    expect(await by('admin', 'Sbagliata!2026')).toEqual({ refused: expect.stringMatching(/credenziali|password/i) })
    expect(await by('ispettore')).toEqual({ refused: 'Non hai le autorizzazioni necessarie per eseguire questa operazione.' })
    const seen = await by('admin')
    expect(seen).toMatchObject({ status: 'planned', day: plan.day, rev: expect.any(Number), files: 0 })
    expect(seen.at).toBe(seen.station.id)
    const { body } = await (await as('admin')).get(`/inspection/${seen.id}`)
    expect(body.data).toMatchObject({ scheduled_at: plan.day, model_name: seen.model_name, inspector: { name: seen.inspector } })
  })
})

test('the client does not compile if the description is wrong', async () => {
  const text = JSON.stringify(published)
  const lie = text.replaceAll('"user_id"', '"userId"').replace(/("scheduled_at":\{"type":)\["string","null"\]/g, '$1"integer"')
  const said = await compile(lie)
  expect(said).toContain("Property 'user_id' does not exist")
  expect(said).toContain("Type 'number' is not assignable to type 'string'")
})
