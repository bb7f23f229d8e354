// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { cards } from '../../../server/db/schema/cards/cards.ts'
import { customers } from '../../../server/db/schema/cards/customers.ts'
import { notices } from '../../../src/lib/notify.ts'
import { issuedOrder } from '../../api/support/coupon-fixtures.ts'
import { folder } from '../../api/support/host-folder.ts'
import type { Caller } from '../../api/support/world.ts'
import { unmended } from '../support/failing-reads.ts'
import { type LeftDialog, unclosed } from '../support/left-dialogs.ts'
import { choose, cross, gone, press, pressIn } from '../support/steps.ts'
import { cells, onScreen } from '../support/world.tsx'

const company = {
  ...{ kind: 'azienda', businessName: 'Doppia S.r.l.', sdi: 'ABC1234', email: 'info@doppia.example.it', address: 'Via Emilia 1' },
  ...{ cap: '43036', city: 'Fidenza', province: 'PR' },
}
const made = async (caller: Caller, more: object = {}) =>
  (await caller.post('/customers', { ...company, piva: '00743110157', ...more })).body.data as { id: number; code: number; rev: number }
/** The lines of the page's part about a host. */
const host = (name: string) => within(screen.getByRole('region', { name }))

test('a host is turned off, on again, and run, and its part of the page says so', () =>
  onScreen(
    'admin',
    '/impostazioni?scheda=integrazioni',
    async (world) => {
      const { user, as } = world
      const state = async () =>
        (await (await as('admin')).get('/hosts')).body.data.find(({ name }: { name: string }) => name === 'icad').state
      const toggle = () => screen.findByRole<HTMLInputElement>('switch', { name: 'ICAD attivo' })
      expect([(await toggle()).checked, await state()]).toEqual([true, 'drop'])
      await user.click(await toggle())
      await waitFor(async () => expect((await toggle()).checked).toBe(false))
      expect(await state()).toBe('off')
      expect(host('ICAD').queryByRole('button', { name: 'Sincronizza ICAD' })).toBeNull()
      await user.click(await toggle())
      await press(world, 'Sincronizza ICAD')
      await waitFor(async () => expect(await state()).toBe('drop'))
      await host('ICAD').findByText(/in coda/)
      await world.runs()
      await host('ICAD').findByText(/, completato/)
    },
    async (world) => void folder(world),
  ))

test('a merge of two customers is taken back on the page of the one that stayed', () =>
  onScreen('contabilita', '/carte/clienti', async (world) => {
    const { as, open, user } = world
    const conti = await as('contabilita')
    const kept = await made(conti)
    const other = await made(conti, { piva: '07643520567' })
    await conti.post(`/customers/${kept.id}/merge`, { from: other.id, fields: [], rev: kept.rev })
    const there = async () => (await conti.get(`/customers/${other.id}`)).status
    expect(await there()).toBe(404)
    await open(`/carte/clienti/${kept.id}`)
    await screen.findByText(new RegExp(`^${other.code} Doppia S.r.l., il `))
    await press(world, 'Annulla unione')
    await cross(world, 'Annullare l’unione?')
    await gone()
    expect(await there()).toBe(404)
    await user.click(screen.getByRole('button', { name: 'Annulla unione' }))
    await pressIn(world, 'Annullare l’unione?', 'Annulla unione')
    await screen.findByText('Unione annullata')
    await waitFor(() => expect(screen.queryByText('Clienti uniti')).toBeNull())
    expect(await there()).toBe(200)
  }))

test('a customer whose data are erased is left for the list, which has it no more', () =>
  onScreen('contabilita', '/carte/clienti', async (world) => {
    const { id, code } = await made(await world.as('contabilita'))
    await world.open(`/carte/clienti/${id}?scheda=personali`)
    await press(world, 'Cancella i dati')
    await pressIn(world, 'Cancellare i dati del cliente?', 'Cancella i dati')
    await waitFor(() => expect(world.address()).toBe('/carte/clienti'))
    await gone()
    await waitFor(() => expect(cells().length).toBeGreaterThan(0))
    expect(cells().map(([first]) => first)).not.toContain(String(code))
    const [left] = await world.db.select().from(customers).where(eq(customers.id, id))
    // What the tax office asks for stays.
    expect(left).toMatchObject({ email: null, sdi: null, piva: '00743110157', anonymised_at: expect.any(String) })
  }))

test('an account of the portal is made on the part of the page about it, which shows it then', () =>
  onScreen('contabilita', '/carte/clienti', async (world) => {
    const { db, user } = world
    const { id } = await made(await world.as('contabilita'))
    await world.open(`/carte/clienti/${id}?scheda=portale`)
    await screen.findByText(/^Il cliente non ha un account del portale/)
    await press(world, 'Genera account')
    await pressIn(world, 'Generare l’account del portale?', 'Genera account')
    const [found] = await waitFor(async () => {
      const rows = await db.select().from(customers).where(eq(customers.id, id))
      expect(rows[0]!.username).not.toBeNull()
      return rows
    })
    const panel = within(screen.getByRole('tabpanel'))
    await panel.findByText(found!.username!)
    panel.getByText('Non inviate')
    await user.click(await panel.findByRole('button', { name: 'Reset accessi' }))
    await pressIn(world, 'Reimpostare gli accessi?', 'Reset accessi')
    await waitFor(() =>
      expect(
        notices
          .get()
          .map(({ content }) => content)
          .filter((one) => one.startsWith('Credenziali non inviate:')),
      ).toHaveLength(2),
    )
    const [after] = await db.select().from(customers).where(eq(customers.id, id))
    expect(after!.password_hash).not.toBe(found!.password_hash)
  }))

test('a column that the sheet of cards calls otherwise is assigned, left out and assigned again, and the import opens its page', () =>
  onScreen('contabilita', '/carte/importa', async (world) => {
    const { user, db } = world
    const [customer] = await db.select().from(customers).where(eq(customers.active, true)).orderBy(customers.id).limit(1)
    const text = `\ufeffCodice cliente;Tipo;Auto\r\n${customer!.code};Raccolta punti;AB123CD\r\n`
    await screen.findByRole('button', { name: 'Scegli il file' })
    await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, new File([text], 'tessere.csv', { type: 'text/csv' }))
    await choose(world, 'Colonna «Auto»', 'Targa')
    const assigned = { name: 'Colonna «Auto», indicata da te' }
    expect((await screen.findByRole<HTMLInputElement>('combobox', assigned)).value).toBe('Targa')
    await choose(world, assigned.name, 'Targa')
    await screen.findByRole('combobox', { name: 'Colonna «Auto»' })
    expect(screen.queryByRole('combobox', assigned)).toBeNull()
    await choose(world, 'Colonna «Auto»', 'Targa')
    await screen.findByRole('combobox', assigned)
    await press(world, 'Importa 1 riga')
    await waitFor(() => expect(world.address()).toMatch(/^\/storico-job\/\d+$/))
    await world.runs()
    await screen.findByText('Righe: 1 di 1 · Errori: 0')
    const [card] = await db.select().from(cards).orderBy(desc(cards.id)).limit(1)
    expect(card).toMatchObject({ customer_id: customer!.id, type: 'points', plate: 'AB123CD' })
  }))

test('a new card of a customer and the end of a voucher are left, and possible duplicates are read again after a fault', () =>
  onScreen('contabilita', '/carte/clienti', async (world) => {
    const { id } = (await issuedOrder(await world.as('contabilita'), '2026-11-05')).body.data
    const dialogs: LeftDialog[] = [
      { at: '/carte/clienti/1?scheda=tessere', press: 'Nuova tessera', title: 'Nuova tessera' },
      { at: `/coupons/${id}?scheda=buoni`, press: /^Azioni/, item: 'Annulla buono', title: 'Annulla buono' },
    ]
    expect(await unclosed(world, dialogs)).toEqual([])
    const read = {
      at: '/carte/clienti',
      fails: '/customers/duplicates',
      opens: () => press(world, 'Duplicati'),
      shows: 'Altri due clienti',
    }
    expect(await unmended(world, [{ what: 'duplicates', ...read }])).toEqual([])
  }))
