import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { support_documents } from '../../../server/db/schema/content/support-documents.ts'
import { files, model_history } from '../../../server/db/schema/core/system.ts'
import { paper } from '../../resources/files.ts'
import { makeStation } from '../support/fixtures.ts'
import { inWorld } from '../support/world.ts'

const path = '/support/document'

test('a supervisor uploads files for drivers, who read and open them; others do neither', () =>
  inWorld(async ({ as, db }) => {
    const [boss, driver, rete] = [await as('sup.autisti'), await as('autista'), await as('rete')]
    for (const answer of [
      await driver.upload(`${path}/upload`, [paper]),
      await rete.get(path),
      await rete.upload(`${path}/upload`, [paper]),
    ])
      expect(answer.status).toBe(403)
    const before = await db.$count(files)
    expect(await boss.upload(`${path}/upload`, [])).toMatchObject({
      status: 422,
      body: { error: 'Assicurati di aver selezionato un file' },
    })
    expect((await boss.upload(`${path}/upload`, [paper], { station_id: '99999' })).body.error).toEqual({
      station_id: 'Il valore selezionato per Punto vendita non esiste.',
    })
    expect(await boss.upload(`${path}/upload`, [{ name: 'a.pdf', bytes: Buffer.from('<svg/>') }])).toMatchObject({ status: 415 })
    expect(await db.$count(files)).toBe(before)
    const station = await makeStation(db, { code: 'ZA1', name: 'Zeta', city: 'Forlì' })
    const sent = await boss.upload(`${path}/upload`, [paper, { ...paper, name: 'due.pdf' }], {
      ...{ station_id: String(station.id), category: 'adr', valid_to: '2026-12-31' },
    })
    expect(sent).toMatchObject({ status: 201, body: { message: 'File caricato' } })
    const [one, two] = sent.body.data
    expect(one).toEqual({
      ...{
        id: one.id,
        rev: 1,
        name: 'uno.pdf',
        originalName: 'uno.pdf',
        extension: 'pdf',
        mime: 'application/pdf',
        size: paper.bytes.length,
      },
      ...{ category: 'adr', valid_to: '2026-12-31', fresh: true, created_at: one.created_at },
      station: {
        ...{ id: station.id, code: 'ZA1', name: 'Zeta', address: station.address, cap: station.cap, city: 'Forlì' },
        ...{ latitude: station.latitude, longitude: station.longitude },
      },
    })
    const list = async (query = '') => (await driver.get(`${path}?${query}`)).body.data
    const found = (await list('search=forli%20uno')).data
    expect(found).toMatchObject([{ id: one.id, fresh: true }])
    expect((await list(`station_id=${station.id}&category=adr&sort=name`)).data.map(({ id }: { id: number }) => id)).toEqual([
      two.id,
      one.id,
    ])
    expect(await driver.get(`${path}/${one.id}`)).toMatchObject({ status: 200 })
    expect((await list('search=uno')).data[0].fresh, 'opened').toBe(false)
    expect((await driver.del(`${path}/${one.id}`)).status).toBe(403)
    expect((await boss.del(`${path}/${one.id}`)).status).toBe(204)
    expect((await boss.del(`${path}/${one.id}`)).status, 'twice').toBe(204)
    expect((await driver.get(`${path}/${one.id}`)).status).toBe(404)
    expect(await db.$count(support_documents, eq(support_documents.id, one.id))).toBe(0)
    expect(await db.$count(files)).toBe(before + 1)
    const told = (await db.select().from(model_history).orderBy(model_history.id)).filter(({ model }) => model === 'support_document')
    expect(told.map(({ event, model_id }) => [event, model_id])).toEqual([
      ['created', one.id],
      ['created', two.id],
      ['deleted', one.id],
    ])
  }))
