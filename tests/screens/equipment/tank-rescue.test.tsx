// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/equipment/tanks/StationTanks.tsx'
import { screen, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { offline_pictures } from '../../../server/db/schema/core/offline-pictures.ts'
import { tank_maintenances } from '../../../server/db/schema/equipment/tank-maintenances.ts'
import { maintenanceKind } from '../../../src/features/equipment/tanks/maintenance-kind.ts'
import { newCopy } from '../../../src/outbox/copy.ts'
import { beginCopy, editCopy } from '../../../src/outbox/copy-editor.ts'
import { placeOf } from '../../../src/outbox/copy-send.ts'
import { zipOf } from '../../../src/outbox/export.ts'
import { outbox } from '../../../src/outbox/runtime.ts'
import { jpeg } from '../../api/support/inspection-fixtures.ts'
import { onScreen } from '../support/world.tsx'

/** Imports a file that the app's own code exported. */
test('maintenances of a device that cannot send are imported from its export, with author and order; the same ZIP again changes nothing', () =>
  onScreen('rete', '/stazioni/cisterne/1', async ({ as, db, network, user }) => {
    const office = await as('admin')
    const card = within(await screen.findByRole('region', { name: 'Cisterna C1' }))
    await card.findByRole('button', { name: 'Nuovo intervento' })
    const before = await db.$count(tank_maintenances)
    network.down = true
    const write = async (company: string) => {
      await user.click(await card.findByRole('button', { name: 'Nuovo intervento' }))
      await user.selectOptions(await card.findByRole('combobox', { name: /^Tipo/ }), 'pulizia')
      await user.click(card.getByRole('textbox', { name: /^Ditta/ }))
      await user.paste(company)
      await user.dblClick(card.getByRole('button', { name: 'Salva' }))
      await card.findByText(new RegExp(`^${company}`), { selector: 'p' })
    }
    await write('Prima Ditta')
    await write('Seconda Ditta')
    // A third one with a picture, still being edited.
    const [tank] = (await office.get('/station/tanks/1')).body.data
    const copy = newCopy({ station_id: 1, place: 'Cisterna C1' }, {
      tank_id: tank.id,
      type: 'riparazione',
      date: '2026-01-10',
      company: 'Terza Ditta',
      photos: [],
    } as never)
    await beginCopy(maintenanceKind, copy)
    const editor = (await editCopy(maintenanceKind, placeOf(copy)))!
    const bytes = await jpeg(90)
    await editor.addPhoto({ bytes: new Uint8Array(bytes).buffer, mime: 'image/jpeg' } as never)
    await editor.confirm()
    const data = await outbox().exportData()
    const [{ hash } = { hash: '' }] = data.photos
    const zip = await zipOf(data, outbox().bytesOf)
    const send = async () => office.upload('/inspection/rescue', [{ name: 'invii.zip', bytes: Buffer.from(await zip.arrayBuffer()) }])
    const first = await send()
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    const rows = async () => (await db.select().from(tank_maintenances).orderBy(tank_maintenances.id)).slice(before)
    const rete = await as('rete')
    expect((await rows()).map(({ company, created_by }) => [company, created_by])).toEqual(
      ['Prima Ditta', 'Seconda Ditta', 'Terza Ditta'].map((company) => [company, rete.user_id]),
    )
    const third = (await rows())[2]!
    expect(third.photos).toHaveLength(1)
    const [picture] = await db.select().from(offline_pictures).where(eq(offline_pictures.uuid, third.photos[0]!))
    expect(picture).toMatchObject({ record: third.uuid, sent_sha256: hash, created_by: rete.user_id })
    expect((await office.get(`/station/tanks/maintenances/files/${third.photos[0]}`)).status).toBe(200)
    await send()
    expect(await rows()).toHaveLength(3)
    expect(await db.$count(tank_maintenances, eq(tank_maintenances.company, 'Prima Ditta'))).toBe(1)
  }))
