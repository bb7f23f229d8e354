import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import writeXlsx from 'write-excel-file/node'

import { type Caller, inWorld } from '../support/world.ts'

type Sheets = Record<string, string[][]>
const book = (sheets: Sheets) =>
  writeXlsx(
    Object.entries(sheets).map(([sheet, rows]) => ({
      sheet,
      data: rows.map((row) => row.map((value) => ({ value, type: String }))),
    })) as never,
  ).toBuffer()
const survey = [
  ['type', 'name', 'label', 'relevant'],
  ['begin_group', 'g', 'Sicurezza', ''],
  ['select_one sn', 'estintori', 'Estintori presenti?', ''],
  ['text', 'quali', 'Quali mancano?', "${estintori} = 'no'"],
  ['end_group', '', '', ''],
  ['audio', 'voce', 'Voce', ''],
]
const choices = [
  ['list_name', 'name', 'label'],
  ['sn', 'si', 'Sì'],
  ['sn', 'no', 'No'],
]
const read = (by: Caller, bytes: Buffer, name = 'modulo.xlsx') => by.upload('/inspection/model/xlsform', [{ name, bytes }])

test('only who edits models reads a form, and only who reads models gets one', () =>
  inWorld(async ({ as }) => {
    const admin = await as('admin')
    const bytes = await book({ survey, choices })
    const [{ id }] = (await admin.get('/inspection/model')).body.data.data
    for (const name of ['rete', 'stazione', 'solo.ticket']) {
      const caller = await as(name)
      expect((await read(caller, bytes)).status, name).toBe(403)
      expect((await caller.get(`/inspection/model/${id}/xlsform`)).status, name).toBe(403)
    }
  }))

test('a form is shown as the model it would become, nothing is written, and the preview makes the draft', () =>
  inWorld(async ({ as }) => {
    const ivan = await as('ispettore')
    const before = (await ivan.get('/inspection/model')).body.data.total
    const { status, body } = await read(
      ivan,
      await book({
        survey,
        choices,
        settings: [
          ['form_title', 'form_id'],
          ['Antincendio', 'ANT'],
        ],
      }),
    )
    expect(status).toBe(200)
    expect((await ivan.get('/inspection/model')).body.data.total).toBe(before)
    expect(body.data).toMatchObject({
      sections: 1,
      questions: 2,
      lost: [{ sheet: 'survey', row: 6, name: 'voce', reason: 'Un modello non ha registrazioni audio.', made: false }],
    })
    // The seed has a model of this code and name.
    expect([body.data.model.code, body.data.model.name]).toEqual(['ANT-2', 'Antincendio (2)'])
    const made = await ivan.post('/inspection/model', body.data.model)
    expect(made.body).toMatchObject({
      message: 'Modello creato',
      data: { status: 'draft', code: 'ANT-2', sections_count: 1, questions_count: 2 },
    })
    const [section] = made.body.data.categories
    expect(section).toMatchObject({ key: 'c_g', name: 'Sicurezza' })
    expect(section.questions[1]).toMatchObject({ type: 'text', visible_if: { all: [{ q: 'q_estintori', op: 'eq', value: 'no' }] } })
  }))

test('a model is exported as a form that gives the same sections and questions when it is read', () =>
  inWorld(async ({ as }) => {
    const ivan = await as('ispettore')
    for (const { id } of (await ivan.get('/inspection/model')).body.data.data) {
      const file = await ivan.get(`/inspection/model/${id}/xlsform`)
      expect(file.status).toBe(200)
      const model = (await ivan.get(`/inspection/model/${id}`)).body.data
      const { data } = (await read(ivan, file.bytes)).body
      expect(data.lost, model.code).toEqual([])
      const plain = (sections: any[]) => sections.map(({ key, name, weight, questions }) => ({ key, name, weight, questions }))
      expect(plain(data.model.categories), model.code).toEqual(plain(model.categories))
    }
    expect((await ivan.get('/inspection/model/999999/xlsform')).status).toBe(404)
  }))

test('a file that is no form is refused with the reason', () =>
  inWorld(async ({ as }) => {
    const ivan = await as('ispettore')
    const refused = async (bytes: Buffer, name?: string) => {
      const { body } = await read(ivan, bytes, name)
      return [body.status, body.error]
    }
    const none = 'Il file non è un XLSForm: manca il foglio «survey» con la colonna «type».'
    expect(await refused(await book({ Foglio1: survey }))).toEqual([422, none])
    expect(await refused(await book({ survey: [['domanda']] }))).toEqual([422, none])
    expect(await refused(Buffer.from('type;name\ntext;a\n'), 'modulo.csv')).toEqual([422, none])
    expect(await refused(await book({ survey: [['type', 'name', 'label']] }))).toEqual([422, 'Il foglio «survey» è vuoto.'])
    const long = Array.from({ length: 3_002 }, (_, at) => ['text', `t${at}`, 'T'])
    expect(await refused(await book({ survey: [['type', 'name', 'label'], ...long] }))).toEqual([
      422,
      'Il foglio ha più di 3.000 righe: dividilo.',
    ])
    expect(await refused(Buffer.from('PK\u0003\u0004 non un archivio'))).toEqual([
      422,
      expect.stringContaining('non è un foglio di calcolo leggibile'),
    ])
    const bomb = Buffer.from(zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(80 * 1024 * 1024) }))
    expect(await refused(bomb)).toEqual([422, expect.stringContaining('non è un foglio di calcolo leggibile')])
    expect((await read(ivan, Buffer.from('%PDF-1.4'), 'modulo.pdf')).status).toBe(415)
    expect((await ivan.upload('/inspection/model/xlsform', [])).status).toBe(422)
  }))
