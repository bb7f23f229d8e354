// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { asc, eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { job_history } from '../../../server/db/schema/core/jobs.ts'
import { prices, stations } from '../../../server/db/schema/stations/stations.ts'
import { atGrid, bar, cell, changed, published, put, says } from '../support/price-grid.ts'
import { press } from '../support/steps.ts'
import { media } from '../support/world.tsx'

afterEach(() => {
  media.phone = false
})

test('prices are typed and pasted into the grid, taken back, asked about and published for their stations alone', () =>
  atGrid(async (world, before) => {
    const { user } = world
    await put(world, 'Benzina self, ZG1', '1799')
    await says('Benzina self, ZG1', '1,799, +0,010')
    await put(world, 'Benzina self, ZG2', '1555', '{Escape}')
    await says('Benzina self, ZG2', '1,789')
    await put(world, 'Benzina self, ZG2', '1819', '')
    // Leaving the box by a press elsewhere keeps what was typed.
    await user.click(screen.getByRole('heading', { level: 1 }))
    await says('Benzina self, ZG2', '1,819, +0,030')
    await put(world, 'Benzina serv., ZG2', '1', '{Escape}')
    await user.paste('2,959\nboh\n3')
    await says('Benzina serv., ZG2', '2,959, +1,010, Variazione superiore al 15%: confermare il prezzo.')
    await says('Benzina serv., ZG3', 'boh, Non è un prezzo.')
    const left = '3 non è stato inserito: l’elenco in questa pagina è finito.'
    await screen.findByText(left)
    await user.click(screen.getByRole('button', { name: 'Chiudi' }))
    expect(screen.queryByText(left)).toBeNull()
    expect(bar().getByRole('status').textContent).toBe('3 prezzi da pubblicare in 2 punti vendita · 1 da correggere')
    await press(world, 'Scarta')
    await user.click(within(await screen.findByRole('dialog', { name: 'Scarta la bozza' })).getByRole('button', { name: 'Annulla' }))
    const preview = async () => within(await screen.findByRole('dialog', { name: 'Prezzi da pubblicare' }))
    await press(world, 'Pubblica prezzi')
    const shown = await preview()
    expect(
      shown
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent!.trim()),
    ).toEqual([
      'ZG2 Griglia 2Benzina servito1,9492,959 (+1,010) Variazione superiore al 15%.',
      'ZG1 Griglia 1Benzina self1,7891,799 (+0,010)',
      'ZG2 Griglia 2Benzina self1,7891,819 (+0,030)',
    ])
    shown.getByText('3 prezzi in 2 punti vendita, da subito. Un prezzo è insolito, il primo dell’elenco: pubblicarlo così com’è?')
    shown.getByText('Un valore non è un prezzo e non viene pubblicato: boh (ZG3, Benzina servito).')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Pubblica 3 prezzi'))
    await user.click(shown.getByRole('button', { name: 'Torna ai prezzi' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await press(world, 'Pubblica prezzi')
    await preview()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await published(world, before)).toEqual([])
    await says('Benzina self, ZG1', '1,799, +0,010')
    await press(world, 'Pubblica prezzi')
    await user.click((await preview()).getByRole('button', { name: 'Pubblica 3 prezzi' }))
    await screen.findByText('Pubblicati i prezzi di 2 punti vendita.')
    expect(await published(world, before)).toHaveMembers(['ZG1 self 1.799', 'ZG2 self 1.819', 'ZG2 serve 2.959'])
    await says('Benzina self, ZG1', '1,799')
    // The grid has the focus again, at the cell that had it last.
    expect(document.activeElement?.contains(await cell('Benzina serv., ZG2'))).toBe(true)
    const done = within(screen.getByRole('group', { name: 'Pubblicazione' }))
    await user.click(done.getByRole('button', { name: 'Chiudi' }))
    expect(screen.queryByRole('group', { name: 'Pubblicazione' })).toBeNull()
    await says('Benzina serv., ZG3', 'boh, Non è un prezzo.')
    await press(world, 'Scarta')
    await user.click(within(await screen.findByRole('dialog', { name: 'Scarta la bozza' })).getByRole('button', { name: 'Scarta' }))
    await says('Benzina serv., ZG3', '1,949')
    expect(screen.queryByRole('group', { name: 'Prezzi da pubblicare' })).toBeNull()
  }))

test('a sheet whose lines name their station and whose columns have a heading goes where these say, whatever cell it is pasted into', () =>
  atGrid(async (world) => {
    const { user } = world
    await put(world, 'Benzina self, ZG1', '1', '{Escape}')
    await user.paste(
      [
        'P.V.\tNome\tBenzina servito\tKerosene\tBenzina self\tComune',
        'ZG3\tGriglia 3\t1,939\t1,1\t1,779\tParma',
        'PV999\tAltrove\t1,939\t\t1,779\tParma',
        'Griglia 2\t\t\t\t1,769\t',
      ].join('\n'),
    )
    await says('Benzina self, ZG3', '1,779, −0,010')
    await says('Benzina serv., ZG3', '1,939, −0,010')
    await says('Benzina self, ZG2', '1,769, −0,020')
    await says('Benzina self, ZG1', '1,789')
    expect(bar().getByRole('status').textContent).toBe('3 prezzi da pubblicare in 2 punti vendita')
    await screen.findByText('PV999 non è stato inserito: il punto vendita non è in questa pagina.')
    screen.getByText('Kerosene non è stato inserito: nell’elenco non c’è una colonna con questo nome.')
    // Names alone: the prices begin in the column of the cell.
    await put(world, 'Benzina serv., ZG1', '1', '{Escape}')
    await user.paste('ZG2 Griglia 2\t1,929')
    await says('Benzina serv., ZG2', '1,929, −0,020')
    await says('Benzina serv., ZG1', '1,949')
    await press(world, 'Scarta')
    await user.click(within(await screen.findByRole('dialog', { name: 'Scarta la bozza' })).getByRole('button', { name: 'Scarta' }))
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Prezzi da pubblicare' })).toBeNull())
  }))

test('a self price above the served one is marked in its cell, and a station that is closed is named before it gets prices', () =>
  atGrid(async (world) => {
    const { user, db, reload } = world
    await db.update(stations).set({ status: 'temporarily_closed' }).where(eq(stations.code, 'ZG2'))
    await reload()
    await put(world, 'Benzina self, ZG2', '1959')
    await says('Benzina self, ZG2', '1,959, +0,170, Il prezzo self è superiore al servito.')
    expect((await cell('Benzina self, ZG2')).dataset.state).toBe('odd')
    // The served price beside it takes the mark away again.
    await put(world, 'Benzina serv., ZG2', '1969')
    await says('Benzina self, ZG2', '1,959, +0,170')
    expect((await cell('Benzina self, ZG2')).dataset.state).toBe('typed')
    await press(world, 'Pubblica prezzi')
    const shown = within(await screen.findByRole('dialog', { name: 'Prezzi da pubblicare' }))
    shown.getByText('ZG2 è chiuso temporaneamente.')
    await user.click(shown.getByRole('button', { name: 'Torna ai prezzi' }))
    await press(world, 'Scarta')
    await user.click(within(await screen.findByRole('dialog', { name: 'Scarta la bozza' })).getByRole('button', { name: 'Scarta' }))
    await press(world, 'Applica variazione')
    const dialog = within(await screen.findByRole('dialog', { name: 'Applica variazione' }))
    await dialog.findByText(/di 3 punti vendita in elenco\.$/)
    await user.click(dialog.getByRole('combobox', { name: /Carburanti/ }))
    await user.click(await screen.findByRole('option', { name: 'Benzina' }))
    await user.keyboard('{Escape}')
    await user.type(dialog.getByRole('textbox', { name: /Variazione/ }), '0,020')
    await dialog.findByText('ZG2 è chiuso temporaneamente.')
    await user.click(dialog.getByRole('checkbox', { name: 'ZG2 Griglia 2' }))
    await waitFor(() => expect(dialog.queryByText(/chiuso temporaneamente/)).toBeNull())
  }))

test('a price that is in force already is no change unless it is renewed; what was pasted wrong is told until it is mended', () =>
  atGrid(async (world, before) => {
    const { user } = world
    await put(world, 'Benzina self, ZG1', '1789')
    await says('Benzina self, ZG1', '1,789')
    expect(screen.queryByRole('group', { name: 'Prezzi da pubblicare' })).toBeNull()
    await put(world, 'Benzina serv., ZG1', '1', '{Escape}')
    await user.paste('1,949\t9\nboh\n17,79')
    await bar().findByText('ZG2, Benzina servito, boh: Non è un prezzo.')
    bar().getByText('ZG3, Benzina servito, 17,79: Il prezzo deve essere compreso tra 0,100 e 9,999.')
    screen.getByText('9 non è stato inserito: ZG1 Griglia 1 non ha altre colonne di prezzi.')
    await put(world, 'Benzina serv., ZG2', '1959')
    await waitFor(() => expect(bar().queryByText(/boh/)).toBeNull())
    await put(world, 'Benzina serv., ZG3', '1959')
    await waitFor(() => expect(bar().queryByText(/17,79/)).toBeNull())
    expect(bar().getByRole('status').textContent).toBe('2 prezzi da pubblicare in 2 punti vendita')
    await press(world, 'Scarta')
    await user.click(within(await screen.findByRole('dialog', { name: 'Scarta la bozza' })).getByRole('button', { name: 'Scarta' }))
    await waitFor(() => expect(screen.queryByText(/non è stato inserito/)).toBeNull())

    await user.click(screen.getAllByRole('button', { name: /^Azioni/ })[0]!)
    await user.click(await screen.findByRole('menuitem', { name: 'Rinnova' }))
    await press(world, 'Pubblica prezzi')
    await press(world, 'Pubblica 2 prezzi')
    await screen.findByText('Pubblicati i prezzi di un punto vendita.')
    expect(await published(world, before)).toEqual(['ZG1 self 1.789', 'ZG1 serve 1.949'])
    await user.click(within(screen.getByRole('group', { name: 'Pubblicazione' })).getByRole('button', { name: 'Chiudi' }))
  }))

test('prices for later hold from the day and hour that were said; what the server refused is sent again, and it alone', () =>
  atGrid(async (world, before) => {
    const { user, network } = world
    await put(world, 'Benzina self, ZG1', '1799')
    await put(world, 'Benzina self, ZG2', '1809')
    await user.click(bar().getByRole('radio', { name: 'Dal…' }))
    const write = async (name: string, text: string) => {
      await user.clear(bar().getByRole('textbox', { name }))
      await user.type(bar().getByRole('textbox', { name }), text)
    }
    // The server takes no moment more than a year ahead.
    const day = new Date(Date.now() + 20 * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' })
    await write('Giorno', day.split('-').reverse().join('/'))
    await write('Ora', '05:30')
    const refused = await world.db.select().from(stations).where(eq(stations.code, 'ZG2'))
    network.instead = (method, url) =>
      method === 'POST' &&
      url.endsWith('/prices') &&
      network.writes.some(([, body]) => (body as { station_id?: number })?.station_id === refused[0]!.id)
        ? Response.json({ message: 'Punto vendita occupato.' }, { status: 422 })
        : undefined
    await press(world, 'Pubblica prezzi')
    const romanDay = day.split('-').reverse().join('/')
    await screen.findByText(`2 prezzi in 2 punti vendita, dal ${romanDay} 05:30.`)
    await press(world, 'Pubblica 2 prezzi')
    await screen.findByText(`Programmati dal ${romanDay} 05:30 i prezzi di un punto vendita su 2.`)
    expect(bar().getByRole<HTMLInputElement>('radio', { name: 'Dal…' }).checked).toBe(true)
    screen.getByText('ZG2 Griglia 2: Punto vendita occupato.')
    network.instead = () => undefined
    await press(world, 'Riprova un punto vendita')
    await screen.findByText(`Programmati dal ${romanDay} 05:30 i prezzi di 2 punti vendita.`)
    expect(await published(world, before)).toEqual(['ZG1 self 1.799', 'ZG2 self 1.809'])
    const planned = (await world.db.select().from(prices).orderBy(asc(prices.id))).at(-1)
    expect(new Date(planned!.valid_from).toLocaleString('sv-SE', { timeZone: 'Europe/Rome' })).toBe(`${day} 05:30:00`)
    await says('Benzina self, ZG1', '1,789')
    // The next prices hold at once, unless it is said anew; what is taken back has its moment again.
    await put(world, 'Benzina self, ZG3', '1799')
    expect(bar().getByRole<HTMLInputElement>('radio', { name: 'Da subito' }).checked).toBe(true)
    await put(world, 'Benzina self, ZG3', '1789')
    await press(world, 'Annulla la pubblicazione')
    const asked = within(await screen.findByRole('dialog', { name: 'Annulla la pubblicazione' }))
    asked.getByText(/^I prezzi programmati non entrano in vigore e /)
    await user.click(asked.getByRole('button', { name: 'Annulla la pubblicazione' }))
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Pubblicazione' })).toBeNull())
    expect(bar().getByRole<HTMLInputElement>('textbox', { name: 'Ora' }).value).toBe('05:30')
    expect(await published(world, before)).toEqual([])
    await press(world, 'Scarta')
    await user.click(within(await screen.findByRole('dialog', { name: 'Scarta la bozza' })).getByRole('button', { name: 'Scarta' }))
  }))

test('what was just published is taken back after a question, price by price, and stands in the draft again; what cannot be taken back says why', () =>
  atGrid(async (world, before) => {
    const { user, network } = world
    await put(world, 'Benzina self, ZG1', '1799')
    await put(world, 'Benzina self, ZG2', '1809')
    await put(world, 'Benzina serv., ZG2', '1959')
    await press(world, 'Pubblica prezzi')
    await press(world, 'Pubblica 3 prezzi')
    await screen.findByText('Pubblicati i prezzi di 2 punti vendita.')
    const question = async () => within(await screen.findByRole('dialog', { name: 'Annulla la pubblicazione' }))
    const takeBack = async () => {
      await press(world, 'Annulla la pubblicazione')
      await user.click((await question()).getByRole('button', { name: 'Annulla la pubblicazione' }))
    }
    await press(world, 'Annulla la pubblicazione')
    expect((await question()).getAllByRole('button', { name: /^Annulla/ })).toHaveLength(1)
    await user.click((await question()).getAllByRole('button', { name: 'Chiudi' }).at(-1)!)
    expect(await published(world, before)).toHaveLength(3)
    let refused = 0
    network.instead = (method, url) =>
      method === 'DELETE' && url.includes('/prices/') && ++refused === 2
        ? Response.json({ message: 'Punto vendita occupato.' }, { status: 409 })
        : undefined
    await takeBack()
    await screen.findByText('ZG2 Griglia 2: Non annullato. Punto vendita occupato.')
    expect(await changed(world)).toEqual(['ZG2 self 1.809', 'ZG2 serve 1.959'])
    expect(bar().getByRole('status').textContent).toBe('Un prezzo da pubblicare')
    network.instead = () => undefined
    await takeBack()
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Pubblicazione' })).toBeNull())
    expect(await changed(world)).toEqual([])
    await says('Benzina serv., ZG2', '1,959, +0,010')
    await press(world, 'Pubblica prezzi')
    await press(world, 'Pubblica 3 prezzi')
    await screen.findByText('Pubblicati i prezzi di 2 punti vendita.')
    expect(await changed(world)).toEqual(['ZG1 self 1.799', 'ZG2 self 1.809', 'ZG2 serve 1.959'])
    await user.click(within(screen.getByRole('group', { name: 'Pubblicazione' })).getByRole('button', { name: 'Chiudi' }))
  }))

test('a variation shows what becomes of each price, leaves out the stations that were unticked, and retries the refused', () =>
  atGrid(async (world, before) => {
    const { user, network } = world
    network.instead = (method, url) =>
      method === 'GET' && url.includes('is_paginated=0') ? new Response('{}', { status: 500 }) : undefined
    await press(world, 'Applica variazione')
    await press(world, 'Annulla')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await press(world, 'Applica variazione')
    await screen.findByRole('dialog', { name: 'Applica variazione' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await press(world, 'Applica variazione')
    await screen.findByText('I prezzi dei punti vendita non sono arrivati.')
    network.instead = () => undefined
    await press(world, 'Riprova')
    const dialog = within(await screen.findByRole('dialog', { name: 'Applica variazione' }))
    await dialog.findByText(/di 3 punti vendita in elenco\.$/)
    await user.click(dialog.getByRole('combobox', { name: /Carburanti/ }))
    await user.click(await screen.findByRole('option', { name: 'Benzina' }))
    await user.keyboard('{Escape}')
    await user.type(dialog.getByRole('textbox', { name: /Variazione/ }), '0,020')
    await dialog.findByText('6 prezzi in 3 punti vendita')
    await user.click(dialog.getByRole('checkbox', { name: 'Servito' }))
    const rows = () =>
      dialog
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent)
    await waitFor(() =>
      expect(rows()).toEqual(['ZG1 Griglia 1', 'ZG2 Griglia 2', 'ZG3 Griglia 3'].map((name) => `${name}Benzina self: 1,789 → 1,809`)),
    )
    const every = () => dialog.getByRole('checkbox', { name: 'Tutti i punti vendita' })
    await user.click(every())
    await dialog.findByText('0 prezzi in 0 punti vendita')
    expect(dialog.getByRole('button', { name: /^Applica a / }).hasAttribute('disabled')).toBe(true)
    await user.click(every())
    await user.click(dialog.getByRole('checkbox', { name: 'ZG2 Griglia 2' }))
    await dialog.findByText('2 prezzi in 2 punti vendita')
    await user.click(dialog.getByRole('radio', { name: 'Dal…' }))
    await user.click(dialog.getByRole('radio', { name: 'Da subito' }))
    await user.click(await dialog.findByRole('button', { name: 'Applica a 2 punti vendita' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await world.runs()
    await waitFor(async () => expect(await published(world, before)).toEqual(['ZG1 self 1.809', 'ZG3 self 1.809']))
    await screen.findByText('+0,020 € in 2 punti vendita: prezzi pubblicati', undefined, { timeout: 3_000 })
  }))

test('a variation that holds from later on says that its prices are planned, whatever its job is called', () =>
  atGrid(async (world) => {
    const { user, db } = world
    await press(world, 'Applica variazione')
    const dialog = within(await screen.findByRole('dialog', { name: 'Applica variazione' }))
    await user.click(dialog.getByRole('combobox', { name: /Carburanti/ }))
    await user.click(await screen.findByRole('option', { name: 'Benzina' }))
    await user.keyboard('{Escape}')
    await user.type(dialog.getByRole('textbox', { name: /Variazione/ }), '0,020')
    await user.click(dialog.getByRole('radio', { name: 'Dal…' }))
    const day = new Date(Date.now() + 20 * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' })
    for (const [name, text] of [
      ['Giorno', day.split('-').reverse().join('/')],
      ['Ora', '05:30'],
    ] as const) {
      await user.clear(dialog.getByRole('textbox', { name }))
      await user.type(dialog.getByRole('textbox', { name }), text)
    }
    await user.click(await dialog.findByRole('button', { name: 'Applica a 3 punti vendita' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const [job] = await db.update(job_history).set({ description: 'Ritocco' }).returning()
    await world.runs()
    await screen.findByText('Ritocco: prezzi programmati', undefined, { timeout: 5_000 })
    const told = (await (await world.as('admin')).get(`/admin/history/${job!.id}`)).body.data
    expect(new Date(told.valid_from).toLocaleString('sv-SE', { timeZone: 'Europe/Rome' })).toBe(`${day} 05:30:00`)
    expect(told).not.toHaveProperty('input')
  }))

test('on a phone the prices of a station are typed in large boxes, station by station, and the overdue ones are one press away', () => {
  media.phone = true
  return atGrid(async (world, before) => {
    const { user } = world
    await user.click((await screen.findAllByText(/ZG1 Griglia 1/))[0]!)
    await screen.findByRole('dialog', { name: 'ZG1 Griglia 1' })
    const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Benzina self' })
    await user.type(box(), '1799')
    expect(box().value).toBe('1,799')
    screen.getByText('Ora 1,789 · +0,010')
    await user.click(screen.getByRole('button', { name: 'Successivo' }))
    await screen.findByRole('dialog', { name: 'ZG2 Griglia 2' })
    expect(box().value).toBe('')
    await user.type(box(), '1809')
    await user.click(screen.getByRole('button', { name: 'Precedente' }))
    await screen.findByRole('dialog', { name: 'ZG1 Griglia 1' })
    expect(box().value).toBe('1,799')
    await user.click(screen.getByRole('button', { name: 'Fatto' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click((await screen.findAllByText(/ZG2 Griglia 2/))[0]!)
    await screen.findByRole('dialog', { name: 'ZG2 Griglia 2' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    // The draft of a person stays on the device, and so does the moment that was said last.
    await user.click(bar().getByRole('radio', { name: 'Da subito' }))
    await press(world, 'Pubblica prezzi')
    await press(world, 'Pubblica 2 prezzi')
    await screen.findByText('Pubblicati i prezzi di 2 punti vendita.')
    expect(await published(world, before)).toHaveMembers(['ZG1 self 1.799', 'ZG2 self 1.809'])
    await user.click(within(screen.getByRole('group', { name: 'Pubblicazione' })).getByRole('button', { name: 'Chiudi' }))
    await press(world, 'Vedi')
    await waitFor(() => expect(screen.queryAllByText(/ZG1 Griglia 1/)).toEqual([]))
    await screen.findAllByText(/ZG3 Griglia 3/)
  })
})
