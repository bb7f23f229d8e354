// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/tickets/EditTicket.tsx'
import '../../../src/features/tickets/NewTicket.tsx'
import '../../../src/features/tickets/TicketPanel.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { pos } from '../../../server/db/schema/equipment/equipment.ts'
import { tickets } from '../../../server/db/schema/tickets/tickets.ts'
import { connection } from '../../../src/lib/online.ts'
import { session } from '../../../src/lib/session.ts'
import { engineOf } from '../support/device.ts'
import { formIn, onScreen } from '../support/world.tsx'

test('without a network the pieces of a station are no error: the ticket is opened without', () =>
  onScreen('admin', '/utenti/profilo', async (world) => {
    const [terminal] = (await (await world.as('admin')).get('/bank/pos')).body.data.data
    await world.open(`/tickets/nuovo?pv=${terminal.station.id}`)
    await screen.findByRole('combobox', { name: 'Attrezzatura' })
    world.network.down = true
    connection.set('offline')
    await world.user.click(screen.getByRole('combobox', { name: 'Attrezzatura' }))
    await world.user.click(await screen.findByRole('option', { name: 'Cisterna' }))
    await screen.findByText('L’elenco si legge con la rete. Il ticket si apre anche senza: scrivi nella descrizione quale.')
    expect(screen.queryByText(/Elenco non disponibile/)).toBeNull()
    connection.set('online')
  }))

test('"Nuovo ticket" lists the equipment of the chosen station, POS too, and the ticket names the chosen piece, which may be another later', () =>
  onScreen('admin', '/utenti/profilo', async (world) => {
    const admin = await world.as('admin')
    const [terminal] = (await admin.get('/bank/pos')).body.data.data
    const station = terminal.station.id
    await world.open(`/tickets/nuovo?pv=${station}`)
    const choose = async (label: string, option: string | RegExp) => {
      await world.user.click(await screen.findByRole('combobox', { name: label }))
      await world.user.click(await screen.findByRole('option', { name: option }))
    }
    await choose('Attrezzatura', 'POS')
    await choose('Quale', new RegExp(terminal.serial ?? terminal.tml))
    await choose('Attrezzatura', 'Cisterna')
    const [tank] = (await admin.get(`/station/tanks/${station}`)).body.data
    await choose('Quale', new RegExp(`^${tank.number}`))
    await world.user.click(screen.getByRole('combobox', { name: /Categoria/ }))
    await world.user.click((await screen.findAllByRole('option'))[0]!)
    await world.user.type(screen.getByRole('textbox', { name: /Oggetto/ }), 'Sonda')
    await world.user.type(screen.getByRole('textbox', { name: /Descrizione/ }), 'Il livello non torna.')
    await world.user.click(screen.getByRole('button', { name: 'Apri ticket' }))
    await screen.findByText('In attesa di invio')
    await engineOf(session.get().user!.id).wake('user')
    await screen.findByRole('heading', { name: /^\d+\/\d+ Sonda$/ })
    const newest = async () => (await world.db.select().from(tickets).orderBy(desc(tickets.id)).limit(1))[0]
    expect(await newest()).toMatchObject({ station_id: station, subject: 'Sonda', equipment: { type: 'tank', id: tank.id } })

    const edit = async () => {
      await world.user.click(await screen.findByRole('button', { name: 'Altro' }))
      await world.user.click(await screen.findByRole('menuitem', { name: 'Modifica' }))
      return within(await formIn('Modifica il ticket'))
    }
    const save = async (form: Awaited<ReturnType<typeof edit>>) => {
      await world.user.click(form.getByRole('button', { name: 'Salva' }))
      await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Modifica il ticket' })).toBeNull())
    }
    const form = await edit()
    await waitFor(() =>
      expect(form.getByRole<HTMLInputElement>('combobox', { name: 'Quale' }).value).toMatch(new RegExp(`^${tank.number}`)),
    )
    await choose('Attrezzatura', 'POS')
    await choose('Quale', new RegExp(terminal.serial ?? terminal.tml))
    await save(form)
    const piece = { type: 'pos', id: terminal.id }
    expect(await newest()).toMatchObject({ equipment: piece })
    // A piece that is there no more stays named, and hinders no other change.
    await world.db.delete(pos).where(eq(pos.id, terminal.id))
    const again = await edit()
    await world.user.type(again.getByRole('textbox', { name: /^Oggetto/ }), ' guasta')
    await save(again)
    expect(await newest()).toMatchObject({ subject: 'Sonda guasta', equipment: piece })
  }))
