// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { asc } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { available_services } from '../../../server/db/schema/stations/stations.ts'
import type { ModelSection } from '../../../src/contract/inspections/models.ts'
import { type FailingRead, unmended } from '../support/failing-reads.ts'
import { noDialog } from '../support/quick.ts'
import { press, pressIn } from '../support/steps.ts'
import { onScreen, type Screen } from '../support/world.tsx'
import { dialogOf } from '../support/writes.ts'

afterEach(() => {
  vi.restoreAllMocks()
})
/** The rows of every ordered list below each other, 40 pixels high, and the page around them. */
function layOut() {
  Element.prototype.getBoundingClientRect = function (this: Element) {
    const row = this.closest('ol > li')
    const at = row ? [...row.parentElement!.children].indexOf(row) : -1
    return at < 0 ? new DOMRect(0, 0, 1_000, 700) : new DOMRect(0, at * 40, 400, 38)
  }
}
// By selectors: in a long list a role takes jsdom longer than all the rest.
const handle = (name: string) => document.querySelector<HTMLElement>(`[aria-label="Sposta ${name}"]`)
const rows = (list: string) => [...document.querySelectorAll(`ol[aria-label="${list}"] > li`)].map(({ textContent }) => textContent!)
const pause = () => new Promise((done) => setTimeout(done, 60))
/** Lifts a row by the keyboard, moves it with the arrows and puts it down, or back by Esc. */
async function moves({ user }: Screen, name: string, keys: string) {
  handle(name)!.focus()
  for (const key of keys.match(/\{[^}]+\}|./g)!) {
    await user.keyboard(key)
    // What floats is measured between one key and the next.
    await pause()
  }
}
const DOWN = ' {ArrowDown} '

test('services are moved by the keyboard alone, put back by Esc, and saved in the new order', () =>
  onScreen('admin', '/servizi', async (world) => {
    const stored = async () =>
      (await world.db.select().from(available_services).orderBy(asc(available_services.position), asc(available_services.id))).map(
        ({ name }) => name,
      )
    const before = await stored()
    const [first, second, ...rest] = before as [string, string, ...string[]]
    await press(world, 'Ordina')
    await waitFor(() => expect(handle(first)).not.toBeNull())
    const names = () => rows('Impostaz. Servizi').map((text) => text.replace(/^\d+\. /, ''))
    layOut()
    await moves(world, first, ' {ArrowDown}{Escape}')
    expect(names()).toEqual(before)
    // Esc put the row back, and the dialog around it stays.
    await dialogOf(/^Ordin/)
    await moves(world, first, DOWN)
    await waitFor(() => expect(names()).toEqual([second, first, ...rest]))
    await pressIn(world, /^Ordin/, 'Salva')
    await noDialog(/^Ordin/)
    expect(await stored()).toEqual([second, first, ...rest])
  }))

test('sections and questions of a model are moved by the keyboard alone, and saved so', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const ivan = await world.as('ispettore')
    const question = (key: string, label: string) => ({ key, type: 'yes_no', label })
    const categories = [
      { key: 'c_luci', name: 'Luci', questions: [question('q_uno', 'Insegna accesa?'), question('q_due', 'Pensilina accesa?')] },
      { key: 'c_bagni', name: 'Bagni', questions: [question('q_wc', 'Puliti?')] },
    ]
    const { id } = (await ivan.post('/inspection/model', { code: 'TASTI', name: 'Da tastiera', categories })).body.data
    const stored = async () =>
      ((await ivan.get(`/inspection/model/${id}`)).body.data.categories as ModelSection[]).map(({ name, questions }) =>
        [name, ...questions.map(({ label }) => label)].join(' | '),
      )
    await world.open(`/verifiche/modello?id=${id}`)
    await screen.findByRole('heading', { name: 'Luci' })
    layOut()
    await moves(world, 'Insegna accesa?', DOWN)
    await waitFor(() => expect(rows('Domande di Luci')[0]).toContain('Pensilina accesa?'))
    await moves(world, 'Luci', DOWN)
    await waitFor(() => expect(rows('Sezioni')[0]).toContain('Bagni'))
    await world.user.click(screen.getByRole('button', { name: 'Salva', hidden: true }))
    await waitFor(async () => expect(await stored()).toEqual(['Bagni | Puliti?', 'Luci | Pensilina accesa? | Insegna accesa?']))
  }))

test('tools that do not fit beside a list stand behind "Altro", which closes by Esc and with a choice, be it the same', () =>
  onScreen('admin', '/utenti/profilo', async (world) => {
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(700)
    vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(900)
    await world.open('/stazioni')
    const more = await screen.findByRole('button', { name: 'Altro' })
    expect(screen.queryByRole('radio', { name: 'Mappa' })).toBeNull()
    await world.user.click(more)
    await screen.findByRole('radio', { name: 'Mappa' })
    await world.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('radio', { name: 'Mappa' })).toBeNull())
    await world.user.click(await screen.findByRole('button', { name: 'Altro' }))
    const chosen = (await screen.findAllByRole<HTMLInputElement>('radio')).find(({ checked }) => checked)!
    await world.user.click(chosen)
    await waitFor(() => expect(screen.queryByRole('radio', { name: 'Mappa' })).toBeNull())
    await world.user.click(await screen.findByRole('button', { name: 'Altro' }))
    await world.user.click(await screen.findByRole('radio', { name: 'Mappa' }))
    await waitFor(() => expect(world.address()).toContain('mappa=true'))
    await waitFor(() => expect(screen.queryByRole('radio', { name: 'Mappa' })).toBeNull())
  }))

/** jsdom has neither a canvas nor a layout: what the map draws is nothing. */
function furnishMap() {
  const nothing: object = new Proxy({}, { get: () => () => nothing, set: () => true })
  HTMLCanvasElement.prototype.getContext = (() => nothing) as never
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
}

test('the directory and the map that could not be read are read again', () =>
  onScreen('admin', '/utenti/profilo', async (world) => {
    const reads: FailingRead[] = [
      { what: 'the directory', at: '/stazioni/info', fails: '/stations/directory', shows: /Via Marconi/ },
      { what: 'the map', at: '/stazioni?mappa=true', fails: '/stations/map', shows: /senza posizione/ },
    ]
    furnishMap()
    expect(await unmended(world, reads)).toEqual([])
  }))

test('what a manager has to do says that it could not be read, and is read again where it stands', () =>
  onScreen('gestore', '/utenti/profilo', async ({ network, user, open }) => {
    network.instead = (method, url) =>
      method === 'GET' && url.includes('/management-obligations') ? new Response('{}', { status: 500 }) : undefined
    await open('/dashboard')
    const part = async () => within(await screen.findByRole('region', { name: 'I miei obblighi' }))
    await (await part()).findByText('I miei obblighi: dato non disponibile.')
    // What is brought for the work without a network asks for it too; then nobody does.
    const reads = () => network.asked.filter((one) => one.includes('/management-obligations')).length
    await waitFor(async () => {
      const before = reads()
      await new Promise((done) => setTimeout(done, 900))
      expect(reads()).toBe(before)
    })
    network.instead = () => undefined
    await user.click((await part()).getByRole('button', { name: 'Riprova' }))
    await (await part()).findByText('Chiusura annuale del registro ADM')
    expect((await part()).queryByText('I miei obblighi: dato non disponibile.')).toBeNull()
  }))
