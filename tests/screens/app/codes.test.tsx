// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/coupons/VoucherDialog.tsx'
import '../../../src/features/equipment/qr/QrDialog.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { coupons } from '../../../server/db/schema/coupons/coupons.ts'
import { qr_codes } from '../../../server/db/schema/stations/station-sets.ts'
import { today } from '../../../src/lib/format.ts'
import { issuedOrder } from '../../api/support/coupon-fixtures.ts'
import { makeStation } from '../../api/support/fixtures.ts'
import { onScreen } from '../support/world.tsx'

test('a code that is typed opens what it names; one that names nothing is told so', () =>
  onScreen('admin', '/q', async (world) => {
    const { id } = await makeStation(world.db, { code: 'ZZ9', name: 'Codice' })
    await world.user.type(await screen.findByRole('textbox', { name: 'Codice' }), 'es-999999{Enter}')
    await screen.findByText('Il codice «es-999999» non è di nulla che puoi vedere.')
    await world.user.clear(screen.getByRole('textbox', { name: 'Codice' }))
    await world.user.type(screen.getByRole('textbox', { name: 'Codice' }), `https://altrove.example/q/PV-${id}{Enter}`)
    await waitFor(() => expect(world.address()).toBe(`/stazioni/${id}`))
  }))

test('the code of a voucher is checked at once, and a manager redeems it at the own station', () =>
  onScreen('gestore', '/q', async (world) => {
    const { id } = (await issuedOrder(await world.as('contabilita'), today())).body.data
    const [{ serial }] = (await world.db.select().from(coupons).where(eq(coupons.order_id, id)).limit(1)) as [typeof coupons.$inferSelect]
    await world.user.type(await screen.findByRole('textbox', { name: 'Codice' }), `${serial}{Enter}`)
    const dialog = within(await screen.findByRole('dialog', { name: 'Verifica buono' }))
    await dialog.findByText(/^10,00/)
    await waitFor(() => expect(dialog.getByRole<HTMLInputElement>('combobox', { name: /^Punto vendita/ }).value).toMatch(/^PV/))
    await world.user.click(dialog.getByRole('button', { name: 'Utilizza buono' }))
    await world.user.click(
      within(await screen.findByRole('dialog', { name: 'Utilizzare il buono?' })).getByRole('button', { name: 'Utilizza' }),
    )
    await dialog.findByText(/^Utilizzato il/)
    const [own] = (await (await world.as('gestore')).get('/suggestions/stations')).body.data
    expect(await world.db.select().from(coupons).where(eq(coupons.serial, serial))).toMatchObject([{ status: 'used', station_id: own.id }])
    await world.user.click(dialog.getByRole('button', { name: 'Chiudi' }))
    await waitFor(() => expect(world.address()).toBe('/q'))
  }))

test('a QR is made for a station that has none; what is missing is told before anything is sent', () =>
  onScreen('admin', '/qr-fatturazione?modulo=nuovo', async (world) => {
    await makeStation(world.db, { code: 'ZZ9', name: 'Codice' })
    const save = () => screen.getByRole('button', { name: 'Salva' })
    await world.user.click(await screen.findByRole('button', { name: 'Salva' }))
    await screen.findByText('Il campo Punto vendita è obbligatorio.')
    await world.user.type(screen.getByRole('combobox', { name: /Punto vendita/ }), 'codice')
    await world.user.click(await screen.findByRole('option', { name: /ZZ9 Codice/ }))
    await world.user.type(screen.getByRole('textbox', { name: /Nome/ }), 'Fattura')
    await world.user.click(save())
    await screen.findByText('QR Inserito')
    expect(await world.db.select().from(qr_codes)).toMatchObject([{ name: 'Fattura' }])
    await screen.findByText('Fattura')
  }))
