// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Model, ModelSection } from '../../../src/contract/inspections/models.ts'
import type { World } from '../../api/support/world.ts'
import { cells, onScreen, type Screen } from '../support/world.tsx'

const FORWARD = 'La condizione fa riferimento a una domanda successiva.'
const question = (key: string, label: string, more: object = {}) => ({ key, type: 'yes_no', label, ...more })
const tree = [
  {
    key: 'c_luci',
    name: 'Luci',
    questions: [
      question('q_insegna', 'Insegna accesa?'),
      question('q_led', 'Tutti i led?', { visible_if: { all: [{ q: 'q_insegna', op: 'eq', value: 'si' }] } }),
    ],
  },
  { key: 'c_bagni', name: 'Bagni', questions: [question('q_wc', 'Puliti?')] },
]
const prepare = async ({ as }: World) => {
  const { body } = await (await as('ispettore')).post('/inspection/model', { code: 'PROVA', name: 'Prova di modello', categories: tree })
  made = body.data
}
let made: Model
const stored = async ({ as }: World) => (await (await as('ispettore')).get(`/inspection/model/${made.id}`)).body.data as Model
const labels = (sections: readonly ModelSection[]) =>
  sections.map(({ name, questions }) => [name, ...questions.map(({ label }) => label)].join(' | '))

// jsdom has no layout, so a menu counts as hidden, and looking for hidden elements is slow.
const button = (name: string | RegExp) => screen.getByRole('button', { name, hidden: true })
const press = (world: Screen, name: string | RegExp) => world.user.click(button(name))
/** One row's menu and a thing in it. */
async function choose(world: Screen, row: string, action: string) {
  await press(world, `Azioni ${row}`)
  await world.user.click(await screen.findByRole('menuitem', { name: action, hidden: true }))
}
const label = () => screen.findByRole('textbox', { name: 'Domanda', hidden: true })
async function write(world: Screen, text: string) {
  await world.user.click(await label())
  await world.user.paste(text)
}
const dialog = (name: string) => screen.findByRole('dialog', { name, hidden: true })
const inside = (box: HTMLElement, name: string) => within(box).getByRole('button', { name, hidden: true })
const puts = ({ network }: Screen) => network.asked.filter((asked) => asked.startsWith('PUT'))
const list = (name: string) => [...document.querySelectorAll(`ol[aria-label="${name}"] > li`)].map((item) => item.textContent!)
const onEditor = (run: (world: Screen) => Promise<void>) =>
  onScreen(
    'ispettore',
    '/verifiche/modello',
    async (world) => {
      await world.open(`/verifiche/modello?id=${made.id}`)
      await screen.findByRole('heading', { name: 'Luci' })
      await run(world)
    },
    prepare,
  )

test('the list shows the documented columns, and a ready model is imported once', () =>
  onScreen(
    'ispettore',
    '/verifiche/modello?search=prova',
    async (world) => {
      await waitFor(() => expect(cells()).toHaveLength(1))
      expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
        'Nome',
        'Codice',
        'Versione',
        'Sezioni',
        'Domande',
        'Utilizzi',
        'Stato',
        'Modificato il',
        'Azioni',
      ])
      expect(cells()[0]!.slice(0, 7)).toEqual(['Prova di modello', 'PROVA', '–', '2', '3', '0', 'Bozza'])
      await choose(world, 'Prova di modello', 'Attiva')
      await waitFor(() => expect(cells()[0]![6]).toBe('Attivo'))
      await world.db.execute(sql`update inspection_models set deleted_at = now() where code = 'ANT'`)
      await press(world, 'Importa modello pronto')
      const box = await dialog('Modelli pronti')
      await waitFor(() => expect(within(box).getAllByRole('article', { hidden: true })).toHaveLength(5))
      const fire = () => within(box).getByRole('article', { name: 'Antincendio', hidden: true })
      expect(fire().textContent).toContain('ANT · 6 sezioni · 24 domande · 30 minuti')
      const imports = () => world.network.asked.filter((asked) => asked.startsWith('POST') && asked.includes('/inspection/model')).length
      await world.user.dblClick(inside(fire(), 'Importa Antincendio'))
      await waitFor(() => expect(fire().textContent).toContain('Già importato'))
      expect([imports(), within(fire()).queryByRole('button', { hidden: true })]).toEqual([1, null])
      expect(within(fire()).getByText('Apri Antincendio').getAttribute('href')).toMatch(/^\/verifiche\/modello\?id=\d+$/)
      await world.open('/verifiche/modello?search=antincendio')
      await waitFor(() => expect(cells().map((row) => row.slice(0, 7))).toEqual([['Antincendio', 'ANT', '–', '6', '24', '0', 'Bozza']]))
    },
    prepare,
  ))

test('a question is added, refused without words where it stands, and saved with the whole tree in one call', () =>
  onEditor(async (world) => {
    await press(world, /^2\. Tutti i led/)
    await press(world, 'Aggiungi domanda')
    await world.user.click(await screen.findByText('Valutazione', { selector: '[role=dialog] *' }))
    await waitFor(() => expect(list('Domande di Luci')[2]).toContain('(senza testo)'))
    await press(world, 'Salva')
    const box = await label()
    await waitFor(() => expect(document.activeElement).toBe(box))
    expect(box.getAttribute('aria-invalid')).toBe('true')
    expect(list('Domande di Luci')[2]).toContain('Il testo è obbligatorio.')
    expect(list('Sezioni')[0]).toContain('1 da correggere')
    expect(puts(world)).toEqual([])
    await world.user.paste('Quanto è chiara?')
    await world.user.keyboard('{Control>}s{/Control}')
    await screen.findByText('Modello modificato')
    expect(document.activeElement).toBe(box)
    expect(puts(world)).toHaveLength(1)
    expect(labels((await stored(world)).categories)).toEqual([
      'Luci | Insegna accesa? | Tutti i led? | Quanto è chiara?',
      'Bagni | Puliti?',
    ])
  }))

test('a model is activated where it is edited: what is missing is listed and leads there, what is written goes with it', () =>
  onEditor(async (world) => {
    await press(world, /^2\. Tutti i led/)
    await write(world, ' ')
    await world.user.clear(await label())
    await press(world, 'Attiva')
    await world.user.click(await screen.findByRole('button', { name: /^1\.2 Domanda senza testo/, hidden: true }))
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true'))
    expect(puts(world)).toEqual([])
    await world.user.paste('Tutti i led accesi?')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Un punto da correggere', hidden: true })).toBeNull())
    await press(world, 'Attiva')
    await screen.findByText('Attivo')
    expect(puts(world)).toHaveLength(1)
    const now = await stored(world)
    expect([now.status, labels(now.categories)[0]]).toEqual(['active', 'Luci | Insegna accesa? | Tutti i led accesi?'])
    expect(screen.queryByRole('button', { name: 'Attiva', hidden: true })).toBeNull()
    expect(document.activeElement?.id).toBe('page-title')
  }))

test('moving a question before the one it depends on is told at once, and not saved', () =>
  onEditor(async (world) => {
    await press(world, 'Sposta su: Tutti i led?')
    await waitFor(() => expect(list('Domande di Luci')[0]).toContain(FORWARD))
    await press(world, 'Salva')
    await waitFor(() => expect(world.address()).toContain('#q_led'))
    expect((await screen.findAllByText(FORWARD)).length).toBeGreaterThan(1)
    await press(world, 'Sposta giù: Tutti i led?')
    await waitFor(() => expect(screen.queryByText(FORWARD)).toBeNull())
    expect(puts(world)).toEqual([])
  }))

test('what was deleted comes back to its place; pasted lines become questions', () =>
  onEditor(async (world) => {
    await choose(world, '1. Insegna accesa?', 'Elimina')
    await waitFor(() => expect(list('Domande di Luci')).toHaveLength(1))
    await press(world, 'Ripristina')
    await waitFor(() => expect(list('Domande di Luci')[0]).toContain('1. Insegna accesa?'))
    await press(world, 'Incolla domande')
    const box = await dialog('Incolla domande')
    await world.user.click(within(box).getByRole('textbox', { name: 'Domande', hidden: true }))
    await world.user.paste('1. Faretti?\n\n- Pensilina accesa?')
    await world.user.click(inside(box, 'Aggiungi 2 domande'))
    await waitFor(() => expect(list('Domande di Luci')).toHaveLength(4))
    await press(world, 'Salva')
    await screen.findByText('Modello modificato')
    expect(labels((await stored(world)).categories)[0]).toBe('Luci | Insegna accesa? | Tutti i led? | Faretti? | Pensilina accesa?')
  }))

test('going from question to question asks nothing; leaving with changes does, and a reload finds them', () =>
  onEditor(async (world) => {
    await press(world, /^1\. Insegna accesa/)
    await write(world, ' Davvero')
    await press(world, /^2\. Bagni/)
    await screen.findByRole('heading', { name: 'Bagni' })
    expect(screen.queryByRole('dialog')).toBeNull()
    await world.user.click(within(document.querySelector<HTMLElement>('main')!).getByText('Modelli'))
    const asked = await dialog('Modifiche non salvate')
    await world.user.click(inside(asked, 'Resta sulla pagina'))
    expect(world.address()).toContain(`id=${made.id}`)
    await world.reload()
    await screen.findByText(/^Bozza recuperata/)
    await waitFor(() => expect(list('Sezioni')).toHaveLength(2))
    await press(world, /^1\. Luci/)
    await waitFor(() => expect(list('Domande di Luci')[0]).toContain('Insegna accesa? Davvero'))
  }))

test('somebody else saved meanwhile: what both changed is chosen, the rest is kept', () =>
  onEditor(async (world) => {
    await press(world, /^1\. Insegna accesa/)
    await write(world, ' Mia')
    const other = await world.as('admin')
    const changed = tree.map((section) => ({ ...section, name: `${section.name} altrui` }))
    await other.put(`/inspection/model/${made.id}`, { rev: made.rev, name: 'Nome altrui', categories: changed })
    await press(world, 'Salva')
    const box = await dialog('Modificato da un altro utente')
    await world.user.click(within(box).getByRole('radio', { name: /^Usa il mio valore/, hidden: true }))
    await world.user.click(inside(box, 'Salva'))
    await waitFor(async () => expect((await stored(world)).categories[0]!.questions[0]!.label).toBe('Insegna accesa? Mia'))
    const now = await stored(world)
    expect([now.name, now.categories[0]!.name]).toEqual(['Nome altrui', 'Luci'])
  }))

test.each([
  ['ispettore', true],
  ['ispettore2', false],
  ['admin', true],
])('deleting a model is offered to who made it and to the administrator: %s', (name, offered) =>
  onScreen(
    name,
    '/verifiche/modello?search=prova',
    async (world) => {
      await waitFor(() => expect(cells()).toHaveLength(1))
      await press(world, 'Azioni Prova di modello')
      const items = (await screen.findAllByRole('menuitem', { hidden: true })).map((item) => item.textContent)
      expect(items).toEqual(['Apri', 'Clona', 'Attiva', ...(offered ? ['Elimina'] : [])])
    },
    prepare,
  ),
)

test('who has nothing to do with verifiche is refused', () =>
  onScreen('contabilita', '/verifiche/modello', async () => {
    await screen.findByText('Non hai le autorizzazioni necessari per visualizzare questa pagina')
    expect(screen.queryByText('Modelli di verifica')).toBeNull()
  }))

test('the category of the tickets and whom to tell are chosen by name, and kept', () =>
  onEditor(async (world) => {
    const pick = async (field: string, name: string) => {
      await world.user.click(await screen.findByLabelText(field, { selector: 'input' }))
      await world.user.click(await screen.findByText(name, { selector: '[role=option] *' }))
    }
    await press(world, 'Dati del modello')
    await pick('Categoria ticket', 'Non conformità verifica')
    await pick('Gruppo di notifica', 'Manutenzione')
    await press(world, 'Salva')
    await screen.findByText('Modello modificato')
    const saved = await stored(world)
    expect([saved.ticket_category_id, saved.notification_group_id]).toEqual([16, 1])
    // A value that is no longer offered stays chosen and says so.
    await world.db.execute(sql`update ticket_categories set active = false where id = 16`)
    await world.reload()
    await screen.findByRole('heading', { name: 'Luci' })
    await press(world, 'Dati del modello')
    await screen.findByDisplayValue('Non più attiva (n. 16)')
  }))
