import { expect, test } from 'vitest'
import { pdfText } from '../../pdf/pdf-text.ts'
import { inDays } from '../../resources/days.ts'
import { paper } from '../../resources/files.ts'
import { makeStation } from '../support/fixtures.ts'
import { makeCash, makeManagement } from '../support/management-fixtures.ts'
import { inWorld, type World } from '../support/world.ts'

const scene = async (world: World) => {
  const station = await makeStation(world.db, { code: 'ZZ1', name: 'Prova' })
  const admin = await world.as('admin')
  return { admin, station, ...(await makeManagement(admin, station.id)) }
}

test('cash is written by accounting and not by station offices; read-only roles of stations see none', () =>
  inWorld(async (world) => {
    const { admin, management } = await scene(world)
    const { id } = await makeCash(admin, management.id)
    const body = { management_id: management.id, cashFundAmount: 10, cashFundDate: '2026-02-01' }
    for (const name of ['stazione', 'gestore', 'lettura.rete', 'lettura.conta'])
      expect((await (await world.as(name)).post('/cash', body)).status, name).toBe(403)
    const conta = await world.as('contabilita')
    expect(await conta.post('/cash', body)).toMatchObject({ status: 201, body: { message: 'Fondo Cassa creato' } })
    const [reader, accounts] = [await world.as('p.access_station_ro'), await world.as('lettura.conta')]
    expect((await reader.get(`/cash?management=${management.id}`)).body.data).toEqual([])
    expect((await reader.get(`/cash/${id}`)).status).toBe(404)
    expect((await accounts.get(`/cash/${id}`)).status).toBe(200)
    expect((await conta.get('/cash?management=0')).status).toBe(422)
  }))

test('the balance never goes below zero, by a return, a change or a deletion', () =>
  inWorld(async (world) => {
    const { admin, management } = await scene(world)
    const { id, rev } = await makeCash(admin, management.id)
    const EXCEEDED = 'La restituzione supera il fondo cassa disponibile.'
    const returned = { management_id: management.id, kind: 'restituzione', cashFundAmount: 1000.01, cashFundDate: '2026-02-01' }
    const refused = await admin.post('/cash', returned)
    expect([refused.status, refused.body.error]).toEqual([409, EXCEEDED])
    const back = await admin.post('/cash', { ...returned, cashFundAmount: 400.5 })
    expect((await admin.put(`/cash/${id}`, { rev, cashFundAmount: 400.49 })).body.error).toBe(EXCEEDED)
    expect((await admin.del(`/cash/${id}`)).body.error).toBe(EXCEEDED)
    expect((await admin.put(`/cash/${id}`, { rev, cashFundAmount: 400.5 })).body).toMatchObject({ message: 'Fondo Cassa modificato' })
    expect((await admin.get(`/managements/${management.id}`)).body.data.cash_balance).toBe(0)
    expect((await admin.post('/cash', { ...returned, kind: 'consegna', cashFundDate: inDays(1) })).body.error).toEqual({
      cashFundDate: 'Il campo Data non può essere nel futuro.',
    })
    expect((await admin.del(`/cash/${back.body.data.id}`)).status).toBe(204)
    expect((await admin.del(`/cash/${back.body.data.id}`)).status).toBe(204)
    expect((await admin.get(`/cash?management=${management.id}`)).body.data.map((one: { id: number }) => one.id)).toEqual([id])
  }))

test('each movement has a receipt as PDF, and keeps the signed one', () =>
  inWorld(async (world) => {
    const { admin, management } = await scene(world)
    const { id } = await makeCash(admin, management.id, { cashFundAmount: 1234.5, note: 'In contanti' })
    const receipt = await admin.get(`/cash/${id}/receipt`)
    expect(receipt.headers['content-type']).toBe('application/pdf')
    const text = await pdfText(receipt.bytes)
    for (const word of ['Ricevuta del fondo cassa', '1.234,50 €', 'Mario Rossi', 'Rossi Carburanti S.r.l.', 'ZZ1', 'In contanti'])
      expect(text).toContain(word)
    const [file] = (await admin.upload(`/cash/${id}/upload`, [paper])).body.data
    expect((await admin.get(`/cash/${id}`)).body.data.files).toMatchObject([{ id: file.id }])
    expect((await admin.get(`/cash/${id}/files/${file.id}`)).bytes.length).toBeGreaterThan(5)
    expect((await admin.del(`/cash/${id}/files/${file.id}`)).status).toBe(204)
  }))
