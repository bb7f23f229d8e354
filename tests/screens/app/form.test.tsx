// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bank_cards, banks } from '../../../server/db/schema/banks/banks.ts'
import { cells, formIn, onScreen, type Screen } from '../support/world.tsx'

const NEW = '/stazioni/banche?modulo=nuovo'
const dialog = (name = 'Nuova banca') => formIn(name)
const box = (name: string | RegExp) => screen.getByRole('textbox', { name }) as HTMLInputElement
const save = (world: Screen) => world.user.click(screen.getByRole('button', { name: 'Salva' }))
const named = async ({ db }: Screen, name: string) => db.select().from(banks).where(eq(banks.name, name))
/** The message above the fields; a notification is an alert too. */
const summary = () =>
  waitFor(() => {
    const found = document.querySelector<HTMLElement>('form [role="alert"]')
    expect(found).not.toBeNull()
    return found!
  })
const writes = (world: Screen) => world.network.asked.filter((asked) => /^(POST|PUT) .*\/banks/.test(asked))
/** The first bank of the seed by name. */
const first = async ({ db }: Pick<Screen, 'db'>) => (await db.select().from(banks).orderBy(banks.name))[0]!

test('a new record: its labels come from the contract, and after saving list and address are right', () =>
  onScreen('contabilita', NEW, async (world) => {
    await dialog()
    expect(box(/Nome/).required).toBe(true)
    expect(box('ABI').required).toBe(false)
    await world.user.type(box(/Nome/), 'Aaa Credito')
    await world.user.type(box('ABI'), '03069')
    await save(world)
    await screen.findByText('Banca creata')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(cells()[0]).toEqual(['Aaa Credito', '03069', '0', '0', '0', '', 'Azioni'])
    expect(world.address()).toBe('/stazioni/banche')
  }))

test('what is wrong is said under the field, in a summary with links, and the first wrong field has the focus', () =>
  onScreen('contabilita', NEW, async (world) => {
    await dialog()
    await world.user.type(box('ABI'), '12')
    expect(screen.queryByText('Il codice ABI deve essere di 5 cifre.')).toBeNull()
    await world.user.tab()
    await screen.findByText('Il codice ABI deve essere di 5 cifre.')
    expect(document.querySelector('[role="alert"]')).toBeNull()
    await save(world)
    const above = await summary()
    expect(
      within(above)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Il campo Nome è obbligatorio.', 'Il codice ABI deve essere di 5 cifre.'])
    await waitFor(() => expect(document.activeElement).toBe(box(/Nome/)))
    await world.user.click(within(above).getByRole('link', { name: 'Il codice ABI deve essere di 5 cifre.' }))
    expect(document.activeElement).toBe(box('ABI'))
    await world.user.type(box('ABI'), '345')
    expect(within(above).queryByText('Il codice ABI deve essere di 5 cifre.')).toBeNull()
    expect(writes(world)).toEqual([])
  }))

test('what the server refuses stands at its field until it changes; what belongs to no field stands above', () =>
  onScreen('contabilita', NEW, async (world) => {
    const { name } = await first(world)
    await dialog()
    await world.user.type(box(/Nome/), name)
    await save(world)
    expect((await summary()).textContent).toContain('Il valore del campo Nome è già presente.')
    expect(box(/Nome/).getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(box(/Nome/))
    await world.user.type(box(/Nome/), ' due')
    expect(box(/Nome/).getAttribute('aria-invalid')).not.toBe('true')
    world.network.instead = (method) =>
      method === 'POST' ? Response.json({ error: { quota: 'Sono ammesse 9 banche.' }, message: 'No' }, { status: 422 }) : undefined
    await save(world)
    expect((await summary()).textContent).toBe('Sono ammesse 9 banche.')
    await world.user.type(box(/Nome/), '!')
    expect(document.querySelector('form [role="alert"]')).toBeNull()
  }))

test('a reload loses nothing: the draft is back, says so, and can be thrown away', () =>
  onScreen('contabilita', NEW, async (world) => {
    await dialog()
    await world.user.type(box(/Nome/), 'Banca a metà')
    await world.reload()
    await screen.findByText(/^Bozza recuperata del \d\d\/\d\d \d\d:\d\d$/)
    expect(box(/Nome/).value).toBe('Banca a metà')
    await waitFor(() => expect(document.activeElement).toBe(box(/Nome/)))
    await world.user.click(screen.getByRole('button', { name: 'Scarta bozza' }))
    await waitFor(() => expect(box(/Nome/).value).toBe(''))
    await world.reload()
    await dialog()
    expect(screen.queryByText(/Bozza recuperata/)).toBeNull()
  }))

test('the draft of one record is not shown in another, and is gone once saved', () =>
  onScreen('contabilita', NEW, async (world) => {
    const { id } = await first(world)
    await dialog()
    await world.user.type(box(/Nome/), 'Banca salvata')
    await world.reload(`/stazioni/banche?modulo=${id}`)
    await dialog('Modifica banca')
    await waitFor(() => expect(box(/Nome/).value).not.toBe(''))
    expect(screen.queryByText(/Bozza recuperata/)).toBeNull()
    await world.reload(NEW)
    await screen.findByText(/Bozza recuperata/)
    await save(world)
    await screen.findByText('Banca creata')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await world.reload(NEW)
    await dialog()
    expect(box(/Nome/).value).toBe('')
  }))

test('unsaved changes are asked about once: staying keeps every character, leaving leaves; after saving nobody asks', () =>
  onScreen('contabilita', '/stazioni/banche', async (world) => {
    const question = 'Ci sono modifiche non salvate. Uscire dalla pagina?'
    await world.user.click(await screen.findByRole('button', { name: 'Nuova banca' }))
    await dialog()
    await world.user.click(screen.getByRole('button', { name: 'Annulla' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    await world.user.click(screen.getByRole('button', { name: 'Nuova banca' }))
    await dialog()
    await world.user.type(box(/Nome/), 'Quasi')
    await world.user.click(screen.getByRole('button', { name: 'Chiudi' }))
    await screen.findByText(question)
    await world.user.click(
      within(await screen.findByRole('alertdialog', { name: 'Modifiche non salvate' })).getByRole('button', { name: 'Resta sulla pagina' }),
    )
    await waitFor(() => expect(screen.queryByText(question)).toBeNull())
    expect(box(/Nome/).value).toBe('Quasi')

    // Esc asks, Esc again is a no: the form, the address and the focus are where they were.
    const at = world.address()
    box(/Nome/).focus()
    for (const _ of [1, 2, 3]) {
      await world.user.keyboard('{Escape}')
      const asked = await screen.findByRole('alertdialog', { name: 'Modifiche non salvate' })
      expect((await dialog()).contains(asked), 'asked in the dialog it is about').toBe(true)
      await waitFor(() => expect(document.activeElement).toBe(within(asked).getByRole('button', { name: 'Resta sulla pagina' })))
      expect(world.address()).toBe(at)
      await world.user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
      expect(world.address()).toBe(at)
      expect(document.activeElement).toBe(box(/Nome/))
    }

    await world.user.click(screen.getByRole('button', { name: 'Annulla' }))
    await screen.findByText(question)
    await world.user.click(screen.getByRole('button', { name: 'Esci senza salvare' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(world.address()).toBe('/stazioni/banche')

    await world.user.click(screen.getByRole('button', { name: 'Nuova banca' }))
    await dialog()
    expect(box(/Nome/).value).toBe('')
    await world.user.type(box(/Nome/), 'Banca nuova davvero')
    await world.user.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByText('Banca creata')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByText(question)).toBeNull()
  }))

test('the browser asks before a window with something unsaved is closed, and only then', () =>
  onScreen('contabilita', NEW, async (world) => {
    const asks = () => {
      const closing = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(closing)
      return closing.defaultPrevented
    }
    await dialog()
    expect(asks()).toBe(false)
    await world.user.type(box(/Nome/), 'Aaa Credito')
    expect(asks()).toBe(true)
    await save(world)
    await screen.findByText('Banca creata')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(asks()).toBe(false)
  }))

test('Ctrl+S saves; an emptied field goes as null and is empty afterwards', () =>
  onScreen('contabilita', '/stazioni/banche', async (world) => {
    const { id, abi } = await first(world)
    expect(abi).not.toBeNull()
    await world.open(`/stazioni/banche/${id}?modulo=${id}`)
    await dialog('Modifica banca')
    expect(await screen.findByRole('textbox', { name: 'ABI' })).toHaveProperty('value', abi)
    await world.user.clear(box('ABI'))
    await world.user.click(screen.getByRole('checkbox', { name: 'Attiva' }))
    await world.user.keyboard('{Control>}s{/Control}')
    await screen.findByText('Banca modificata')
    const [row] = await world.db.select().from(banks).where(eq(banks.id, id))
    expect(row).toMatchObject({ abi: null, active: false })
    expect(row!.iban).not.toBeNull()
  }))

test('a double click and a repeat after a lost answer make one record', () =>
  onScreen('contabilita', NEW, async (world) => {
    await dialog()
    await world.user.type(box(/Nome/), 'Una sola volta')
    world.network.lose = 1
    await world.user.dblClick(screen.getByRole('button', { name: 'Salva' }))
    expect((await summary()).textContent).toContain('Connessione non disponibile. Controlla la rete e riprova.')
    expect(writes(world)).toHaveLength(1)
    expect(await named(world, 'Una sola volta')).toHaveLength(1)
    await save(world)
    await screen.findByText('Banca creata')
    expect(await named(world, 'Una sola volta')).toHaveLength(1)
  }))

test('a lost answer, a reload, and the draft sent again still make one record', () =>
  onScreen('contabilita', NEW, async (world) => {
    await dialog()
    await world.user.type(box(/Nome/), 'Sempre una')
    world.network.lose = 1
    await save(world)
    await summary()
    await world.reload()
    await screen.findByText(/Bozza recuperata/)
    await save(world)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await named(world, 'Sempre una')).toHaveLength(1)
  }))

test('changed by another meanwhile: what does not touch is united, what does is chosen field by field', () =>
  onScreen('contabilita', '/stazioni/banche', async (world) => {
    const { id, rev, name, iban } = await first(world)
    const admin = await world.as('admin')
    await world.open(`/stazioni/banche/${id}?modulo=${id}`)
    await dialog('Modifica banca')
    await world.user.clear(box('Filiale'))
    await world.user.type(box('Filiale'), 'Mia')
    await admin.put(`/banks/${id}`, { name, contact: 'Dal server', rev })
    await save(world)
    await screen.findByText('Banca modificata')
    const [united] = await world.db.select().from(banks).where(eq(banks.id, id))
    expect(united).toMatchObject({ branch: 'Mia', contact: 'Dal server', iban, rev: rev + 2 })

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await world.open(`/stazioni/banche/${id}?modulo=${id}`)
    await dialog('Modifica banca')
    await world.user.clear(box('Filiale'))
    await world.user.type(box('Filiale'), 'Ancora mia')
    await world.user.clear(box('Referente'))
    await admin.put(`/banks/${id}`, { name, branch: 'Altrui', contact: 'Altro referente', rev: rev + 2 })
    await save(world)
    const choice = await screen.findByRole('dialog', { name: 'Modificato da un altro utente' })
    const keep = within(choice).getByRole('button', { name: 'Salva' }) as HTMLButtonElement
    await world.user.click(keep)
    expect(within(choice).getAllByText('Scegli quale valore tenere.')).toHaveLength(2)
    expect(document.activeElement).toBe(within(choice).getByRole('radio', { name: 'Usa il mio valore: Ancora mia' }))
    await world.user.click(within(choice).getByRole('radio', { name: 'Usa il mio valore: Ancora mia' }))
    await world.user.click(within(choice).getByRole('radio', { name: 'Usa quello dell’ufficio: Altro referente' }))
    await world.user.click(keep)
    await waitFor(async () => {
      const [chosen] = await world.db.select().from(banks).where(eq(banks.id, id))
      expect(chosen).toMatchObject({ branch: 'Ancora mia', contact: 'Altro referente', rev: rev + 4 })
    })
  }))

test('the session ends while writing: nobody is asked, and after signing in the draft is there', () =>
  onScreen('contabilita', NEW, async (world) => {
    await dialog()
    await world.user.type(box(/Nome/), 'Prima della scadenza')
    world.network.instead = (_, url) =>
      url.includes('/auth/') && !url.includes('refresh') ? undefined : Response.json({ message: 'x' }, { status: 401 })
    await save(world)
    await screen.findByText('Sessione scaduta')
    await screen.findByRole('heading', { name: 'Accedi' })
    expect(world.address()).toBe(`/login?back=${encodeURIComponent(NEW)}`)
    world.network.instead = () => undefined
    await world.user.type(screen.getByLabelText('Email'), 'contabilita@demo.example.it')
    await world.user.type(screen.getByLabelText('Password'), 'Demo!2026rete')
    await world.user.click(screen.getByRole('button', { name: 'Accedi' }))
    await dialog()
    await screen.findByText(/Bozza recuperata/)
    expect(box(/Nome/).value).toBe('Prima della scadenza')
  }))

test('rows inside a form: added, taken away from the middle, refused at their place, saved as a set', () =>
  onScreen('contabilita', '/stazioni/banche', async (world) => {
    const { id, name } = await first(world)
    await world.open(`/stazioni/banche/${id}?scheda=carte`)
    await screen.findByRole('button', { name: 'Aggiungi carta' })
    const numbers = () => screen.getAllByRole('textbox', { name: /Numero carta/ }) as HTMLInputElement[]
    const before = numbers().map(({ value }) => value)
    await world.user.click(screen.getByRole('button', { name: 'Togli la carta 2' }))
    expect(numbers().map(({ value }) => value)).toEqual(before.filter((_, at) => at !== 1))
    await world.user.click(screen.getByRole('button', { name: 'Aggiungi carta' }))
    await world.user.type(numbers().at(-1)!, '4111 1111 1111 1111')
    await save(world)
    expect((await summary()).textContent).toContain('Per motivi di sicurezza non inserire il numero completo della carta')
    await world.user.clear(numbers().at(-1)!)
    await world.user.type(numbers().at(-1)!, '•••• 1111')
    await save(world)
    await screen.findByText('Banca modificata')
    const stored = await world.db.select().from(bank_cards).where(eq(bank_cards.bank_id, id)).orderBy(bank_cards.id)
    expect(stored.map(({ number }) => number)).toEqual([...before.filter((_, at) => at !== 1), '•••• 1111'])
    expect((await world.db.select().from(banks).where(eq(banks.id, id)))[0]).toMatchObject({ name, active: true })
  }))
