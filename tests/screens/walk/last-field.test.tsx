// @vitest-environment jsdom
import '../../setup-dom.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { inspection_pdfs, inspections } from '../../../server/db/schema/inspections/inspections.ts'
import { saveRow, storeBytes } from '../../../server/lib/files/files.ts'
import { kinds } from '../../../src/app/kinds.ts'
import { filesInSlot } from '../../../src/features/inspections/edits.ts'
import { fieldDb } from '../../../src/features/inspections/field-store.ts'
import { loadLocal } from '../../../src/features/inspections/local-inspection.ts'
import { rememberRecent } from '../../../src/features/inspections/prepare-offline.ts'
import { startInspection } from '../../../src/features/inspections/start.ts'
import { connection } from '../../../src/lib/online.ts'
import { session } from '../../../src/lib/session.ts'
import { outbox, startOutbox } from '../../../src/outbox/runtime.ts'
import { BAD, completed, jpeg, makeModel } from '../../api/support/inspection-fixtures.ts'
import { NoWorker } from '../../no-worker.ts'
import { answersOf, engineOf, forTheField } from '../support/device.ts'
import { unmended } from '../support/failing-reads.ts'
import { type LeftDialog, unclosed } from '../support/left-dialogs.ts'
import { button, dialog, noDialog } from '../support/quick.ts'
import { press, write } from '../support/steps.ts'
import { onScreen } from '../support/world.tsx'

Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined })
vi.stubGlobal('Worker', NoWorker)
// The engine as the page has it, in the one tab that there is.
Object.assign(navigator, { locks: { request: (_: string, __: object, run: (lock: object) => unknown) => run({}) } })
// Pixels are tested in a real browser.
vi.mock('../../../src/ui/image.ts', () => ({
  prepareImage: async (file: File) => {
    const bytes = await file.arrayBuffer()
    return { bytes, thumbnail: bytes, mime: 'image/jpeg', width: 32, height: 24 }
  },
}))
const canvas = new Proxy({}, { get: () => () => ({ width: 10 }), set: () => true })
HTMLCanvasElement.prototype.getContext = (() => canvas) as never
HTMLCanvasElement.prototype.toBlob = (done) => done(new Blob(['drawn upon'], { type: 'image/jpeg' }))
vi.stubGlobal('createImageBitmap', async () => ({ width: 32, height: 24, close: () => undefined }))
const drain = () => engineOf(session.get().user!.id).wake('user')
const states = async () => (await outbox().list()).map(({ state }) => state)

test('a photo of a verifica opens large, is drawn upon or not, taken away and put back', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const { user } = world
    const kept = await forTheField(await makeModel(await world.as('admin'), 'DISEGNO'))
    const uuid = await startInspection(kept.model, kept.station, null)
    const photos = async () => filesInSlot((await answersOf(uuid)).q_photo, 'v')
    await world.open(`/verifiche/${uuid}?q=q_photo`)
    const card = await waitFor(() => document.querySelector<HTMLElement>('input[capture]')?.closest('article') ?? expect.fail('no camera'))
    await user.upload(
      card.querySelector<HTMLInputElement>('input[capture]')!,
      new File([new Uint8Array(await jpeg())], 'a.jpg', { type: 'image/jpeg' }),
    )
    const name = 'Domanda q_photo, foto 1'
    const open = async () => {
      await user.click(await button(`Apri ${name}`))
      return dialog(name)
    }
    await open()
    await waitFor(async () => expect(await photos()).toHaveLength(1))
    const [first] = await photos()
    await user.click(await button('Disegna', await open()))
    await user.click(await button('Chiudi', await dialog('Disegna sulla foto')))
    await noDialog('Disegna sulla foto')
    expect(await photos()).toEqual([first])
    await user.click(await button('Disegna', await open()))
    await dialog('Disegna sulla foto')
    await user.click(await screen.findByRole('radio', { name: 'Testo' }))
    await write(world, /^Testo da inserire/, 'Qui')
    await press(world, 'Inserisci al centro')
    await user.click(await button('Salva', await dialog('Disegna sulla foto')))
    await noDialog('Disegna sulla foto')
    await waitFor(async () => expect(await photos()).not.toEqual([first]))
    const drawn = await photos()
    expect(drawn).toHaveLength(1)
    await user.click(await button('Elimina', await open()))
    await screen.findByText('Foto eliminata.')
    await waitFor(async () => expect(await photos()).toEqual([]))
    await press(world, 'Rimetti la foto')
    await waitFor(async () => expect(await photos()).toEqual(drawn))
  }))

/** The server does not give what a device needs in the field. */
const noOffline = (method: string, url: string) =>
  method === 'GET' && url.includes('/offline/') ? new Response('{}', { status: 500 }) : undefined

test('with nothing on the device it is fetched where a verifica is begun, and a station is chosen of the nearest', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const { user, address } = world
    await makeModel(await world.as('admin'), 'VICINO', { name: 'Modello di prova' })
    world.network.instead = noOffline
    await world.open('/verifiche')
    await press(world, 'Nuova verifica')
    await dialog('Nuova verifica: modello')
    await screen.findByText('Nessun modello su questo dispositivo: usa «Prepara per offline» quando c’è rete.')
    world.network.instead = () => undefined
    await user.click(await button('Prepara per offline', await dialog('Nuova verifica: modello')))
    await user.click(await button(/^Modello di prova/))
    const title = 'Modello di prova: punto vendita'
    await dialog(title)
    const near = (await fieldDb().stations.toArray()).find(({ latitude }) => latitude !== null)
    const coords = { latitude: near!.latitude, longitude: near!.longitude, accuracy: 5 }
    Object.assign(navigator, {
      geolocation: { getCurrentPosition: (done: (at: object) => void) => done({ coords, timestamp: Date.now() }) },
    })
    await user.click(await button('I più vicini', await dialog(title)))
    const list = within((await screen.findByRole('heading', { name: 'I più vicini' })).closest('section')!)
    await user.click(list.getAllByRole('button').find(({ textContent }) => textContent!.startsWith(near!.code))!)
    await waitFor(() => expect(address()).toMatch(/^\/verifiche\/[\da-f-]{36}/))
    const [uuid] = address().match(/[\da-f-]{36}/)!
    expect((await loadLocal(uuid!))!.local.station.code).toBe(near!.code)
  }))

test('a device without data is prepared from the list of verifiche', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    world.network.instead = noOffline
    await world.open('/verifiche')
    const part = (await screen.findByText('Non ancora pronto per lavorare offline')).closest<HTMLElement>('.mantine-Card-root')!
    await within(part).findByRole('alert')
    expect(await fieldDb().stations.count()).toBe(0)
    world.network.instead = () => undefined
    await world.user.click(await button('Prepara per offline', part))
    await screen.findByText('Pronto per lavorare offline')
    expect(await fieldDb().stations.count()).toBeGreaterThan(0)
  }))

test('who is asked whether to go on with a newer model stays with the one that was begun', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const admin = await world.as('admin')
    const id = await makeModel(admin, 'RESTA')
    const kept = await forTheField(id)
    const uuid = await startInspection(kept.model, kept.station, null)
    await drain()
    const { categories } = (await admin.get(`/inspection/model/${id}`)).body.data
    await admin.edit(`/inspection/model/${id}`, { categories: [{ ...categories[0], name: 'Altro titolo' }] })
    await forTheField(id)
    const asks: LeftDialog = {
      ...{ at: `/verifiche/${uuid}`, press: 'Aggiorna al modello corrente', title: 'Aggiornare al modello corrente?' },
      leave: /^Resta alla versione \d+$/,
    }
    expect(await unclosed(world, [asks])).toEqual([])
    expect((await loadLocal(uuid))!.local.model.version).toBe(kept.model.version)
  }))

test('the row of what is still open leads to its page; a position that is refused says so', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const ivan = await world.as('ispettore')
    const kept = await forTheField(await makeModel(await world.as('admin'), 'APERTE'))
    await completed(ivan, kept.model.id, kept.station.id, BAD)
    const { id } = kept.model
    const changed = await (await world.as('admin')).edit(`/inspection/model/${id}`, {
      require: { inspector_signature: false, manager_signature: false, gps: true },
    })
    expect(changed.status).toBe(200)
    const again = await forTheField(id)
    await rememberRecent(again.station.id)
    const uuid = await startInspection(again.model, again.station, null)
    await world.open(`/verifiche/${uuid}?view=summary`)
    Object.assign(navigator, {
      geolocation: { getCurrentPosition: (_: unknown, fails: (error: object) => void) => fails({ code: 1, PERMISSION_DENIED: 1 }) },
    })
    await press(world, 'Rileva posizione (obbligatoria)')
    expect((await screen.findByRole('alert')).textContent).toMatch(/posizione/i)
    await world.user.click(await button(/^Non conformità aperte/))
    await waitFor(() => expect(world.address()).toContain('at=0'))
    await screen.findByRole('heading', { name: 'Non conformità aperte' })
  }))

test('a verifica that is closed on the device is sent at once when asked, and is read from the office then', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const { user, network } = world
    const kept = await forTheField(await makeModel(await world.as('admin'), 'SUBITO'))
    const uuid = await startInspection(kept.model, kept.station, null)
    await drain()
    network.down = true
    await world.open(`/verifiche/${uuid}?view=summary`)
    await press(world, 'Completa')
    await screen.findByText(/Manca|non è ancora completa/)
    await world.open(`/verifiche/${uuid}`)
    for (const label of ['Domanda q_ok', 'Domanda q_bad'])
      await user.click(within(await screen.findByRole('article', { name: label })).getByRole('radio', { name: 'Sì' }))
    await world.open(`/verifiche/${uuid}?view=summary`)
    await press(world, 'Completa')
    await user.click(await button('Completa', await dialog('Completare la verifica?')))
    await screen.findByText(/^La verifica è chiusa e al sicuro su questo dispositivo/)
    startOutbox(kinds)
    network.down = false
    // As far as the page knows, so that nothing is sent by itself.
    connection.set('unreachable')
    expect(await states()).toContain('queued')
    await press(world, 'Invia adesso')
    await screen.findByRole('heading', { level: 1, name: /^Verifica / })
    expect((await (await world.as('ispettore')).get(`/inspection/${uuid}`)).body.data).toMatchObject({ status: 'completed' })
    expect(await loadLocal(uuid)).toBeUndefined()
  }))

test('a verifica that was incomplete is resumed by its inspector as a draft', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const ivan = await world.as('ispettore')
    const model = await makeModel(await world.as('admin'), 'RIPRESA')
    const { id } = await completed(ivan, model, 5)
    await world.db.update(inspections).set({ outcome: 'incompleta' }).where(eq(inspections.id, id))
    await world.open(`/verifiche/${id}`)
    await press(world, 'Riprendi e completa')
    await screen.findByRole('article', { name: 'Domanda q_ok' })
    const [now] = await world.db.select().from(inspections).where(eq(inspections.id, id))
    expect(now).toMatchObject({ status: 'draft' })
  }))

test('earlier verbali are read again after a fault; one that is in force is handed to another app', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const { db, deps } = world
    const now = new Date()
    const bytes = Buffer.from('%PDF-1.7 verbale\n')
    const { id, rev } = await completed(await world.as('ispettore'), await makeModel(await world.as('admin'), 'VERBALI'), 5)
    const file = await saveRow(
      await storeBytes({ name: 'verbale.pdf', bytes }, { files: deps.files, now }),
      { type: 'inspection_pdf', id },
      { db },
    )
    const completed_at = now.toISOString()
    const pdf = { inspection_id: id, completed_at, file_id: file.id, created_at: completed_at }
    await db.insert(inspection_pdfs).values([
      { ...pdf, rev: rev - 1, superseded_at: completed_at },
      { ...pdf, rev },
    ])
    const versions = { what: 'verbali', at: `/verifiche/${id}`, fails: `/inspection/${id}/pdfs`, shows: 'Verbali precedenti' }
    expect(await unmended(world, [versions])).toEqual([])
    const shared: { files: File[]; title: string }[] = []
    Object.assign(navigator, { canShare: () => true, share: async (what: (typeof shared)[number]) => void shared.push(what) })
    await world.reload(`/verifiche/${id}`)
    await press(world, 'Condividi')
    await waitFor(() => expect(shared).toHaveLength(1))
    const [{ files, title }] = shared as [(typeof shared)[number]]
    expect([title, await files[0]!.text(), files[0]!.type]).toEqual([
      expect.stringMatching(/^Verifica \d+/),
      bytes.toString(),
      'application/pdf',
    ])
  }))

test('what the office refused is exported one by one', () =>
  onScreen('ispettore', '/utenti/profilo', async (world) => {
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      if (this.download) saved.push(this.download)
    })
    const kept = await forTheField(await makeModel(await world.as('admin'), 'ESPORTA'))
    const no = () => Response.json({ error: 'Fuori orario.', message: 'Fuori orario.' }, { status: 403 })
    world.network.instead = (method, url) => (method === 'POST' && url.endsWith('/inspection') ? no() : undefined)
    await startInspection(kept.model, kept.station, null)
    await drain()
    await world.open('/invii')
    await press(world, 'Esporta')
    await waitFor(() => expect(saved).toEqual([expect.stringMatching(/\.zip$/)]))
    expect(await states()).toEqual(['needs-fix'])
    world.network.instead = () => undefined
    vi.restoreAllMocks()
  }))

test('a photo of an intervention on a tank is kept with it on the device, and taken away again', () =>
  onScreen('admin', '/stazioni/cisterne/1', async (world) => {
    const { user } = world
    await screen.findAllByText('Nessun intervento.')
    await user.click((await button('Nuovo intervento'))!)
    const camera = await waitFor(() => document.querySelector<HTMLInputElement>('input[capture]') ?? expect.fail('no camera'))
    const photos = async () =>
      (await outbox().listDrafts()).flatMap(({ data }) => (data as unknown as { values: { photos: string[] } }).values.photos)
    fireEvent.change(camera, { target: { files: [new File([new Uint8Array(await jpeg())], 'a.jpg', { type: 'image/jpeg' })] } })
    await user.click(await button('Apri Foto 1'))
    await waitFor(async () => expect(await photos()).toHaveLength(1))
    await user.click(await button('Elimina', await dialog('Foto 1')))
    await screen.findByText('Foto eliminata.')
    await waitFor(async () => expect(await photos()).toEqual([]))
  }))
