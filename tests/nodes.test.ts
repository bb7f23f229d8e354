import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { beforeAll, expect, inject, test } from 'vitest'
import { build } from '../scripts/prepare.mjs'
import { sha256 } from '../server/lib/files/files.ts'
import { jpeg } from './api/support/inspection-fixtures.ts'
import { apiAs } from './e2e/support/api.ts'
import { makeModel, SMALL } from './e2e/support/models.ts'
import { hasPdfToText, letters } from './pdf/pdf-text.ts'
import { freePort, launch, ready, seededFolder } from './server-process.ts'

/** The Node programs that start the built server: `npm test` names those of the other maintained releases; the default is this one. */
const { NODES = process.execPath } = process.env

beforeAll(build, 300_000)

const yesNo = {
  ...SMALL,
  require: { inspector_signature: false, manager_signature: false },
  categories: [{ key: 'c_1', name: 'Piazzale', questions: [{ key: 'q_1', label: 'Il piazzale è pulito?', type: 'yes_no' }] }],
}

test.each(NODES.split(':'))('%s serves a sign-in, a verifica with its photo, and its PDF', { timeout: 300_000 }, async (program) => {
  const version = execFileSync(program, ['-p', 'process.version'], { encoding: 'utf8' }).trim()
  const folder = await seededFolder(inject('snapshot'))
  const port = await freePort()
  const server = launch(folder, port, {}, program)
  try {
    await ready(server, port)
    const origin = `http://127.0.0.1:${port}`
    const admin = await apiAs(origin, 'admin')
    const model_id = await makeModel(admin, yesNo)
    const [station] = (await admin.get('/stations')).data ?? []
    const [client_uuid, photo] = [randomUUID(), await jpeg()]
    const form = new FormData()
    const fields = { uuid: randomUUID(), client_uuid, kind: 'photo', sha256: sha256(photo), size: String(photo.length) }
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('files', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'foto.jpg')
    const sent = await fetch(`${origin}/api/v1/inspection/files`, { method: 'POST', headers: admin.headers, body: form })
    expect(sent.ok, await sent.text()).toBe(true)
    const { id, rev } = await admin.post('/inspection', { model_id, station_id: station.id, client_uuid })
    const done = await admin.put(`/inspection/${id}`, { rev, answers: { q_1: { v: 'si', photos: [fields.uuid] } }, status: 'completed' })
    expect(done).toMatchObject({ status: 'completed', score: 100 })
    const pdf = await admin.bytes(`/inspection/export/pdf/${id}`)
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    if (hasPdfToText) expect(letters(pdf)).toContain(`${done.id_year}/${done.id_number}`)
    expect(server.child.spawnfile).toBe(program)
    console.log(`Node ${version}: ${pdf.length} bytes of PDF`)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  } finally {
    server.child.kill('SIGKILL')
    await server.ended
    fs.rmSync(folder, { recursive: true, force: true })
  }
})
