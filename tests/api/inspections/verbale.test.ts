import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { hasPdfToText, letters } from '../../pdf/pdf-text.ts'
import { assign, makeStation } from '../support/fixtures.ts'
import { BAD, begin, completed, jpeg, makeModel, send } from '../support/inspection-fixtures.ts'
import { inWorld } from '../support/world.ts'

test('the verbale is a PDF under the documented name, for whoever reads the verifica', () =>
  inWorld(async ({ as, db }) => {
    const [ivan, irene, rete, admin] = [await as('ispettore'), await as('ispettore2'), await as('rete'), await as('admin')]
    const station = await makeStation(db, { code: 'ZZ1' })
    await assign(db, station.id, rete.user_id)
    const model = await makeModel(ivan, 'PDF')
    const [client_uuid, uuid] = [randomUUID(), randomUUID()]
    await send(ivan, client_uuid, await jpeg(), { uuid })
    const done = await completed(ivan, model, station.id, { ...BAD, q_bad: { v: 'no', photos: [uuid] } }, { client_uuid })
    const name = `${done.id_year}-${done.id_number}`
    for (const caller of [ivan, rete, admin]) {
      const pdf = await caller.get(`/inspection/export/pdf/${name}`)
      expect(pdf.status).toBe(200)
      expect(pdf.headers['content-type']).toBe('application/pdf')
      expect(pdf.headers['content-disposition']).toContain(`filename="verifica_${done.id_year}_${done.id_number}.pdf"`)
      expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
      expect(pdf.bytes.subarray(-1_024).toString('latin1')).toContain('%%EOF')
      // Any PDF would do for the rest: this one is of this verifica.
      if (hasPdfToText)
        for (const words of [`${done.id_year}/${done.id_number}`, 'Prova ZZ1', 'Ivan Ispettore', 'Domanda q_bad', 'Estintore coperto'])
          expect(letters(pdf.bytes)).toContain(words.replaceAll(' ', ''))
    }
    expect((await irene.get(`/inspection/export/pdf/${done.id}`)).status).toBe(404)
    const draft = await begin(irene, model, station.id)
    expect((await irene.get(`/inspection/export/pdf/${draft.id}`)).status).toBe(200)
    const plan = { model_id: model, station_id: station.id, scheduled_at: '2027-01-01', inspector_id: irene.user_id }
    const planned = (await admin.post('/inspection', plan)).body.data
    expect((await irene.get(`/inspection/export/pdf/${planned.id}`)).body.error).toBe('La verifica non è ancora iniziata.')
  }))
