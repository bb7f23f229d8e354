// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/app/sending/conflict.page.tsx'
import '../../../src/features/stations/tabs/Notes.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { session } from '../../../src/lib/session.ts'
import { outbox } from '../../../src/outbox/runtime.ts'
import { engineOf } from '../support/device.ts'
import { onScreen, type Screen } from '../support/world.tsx'

const STATION = 3
const drain = () => engineOf(session.get().user!.id).wake('user')
const stored = async ({ as }: Screen): Promise<{ text: string; uuid: string }[]> =>
  (await (await as('admin')).get(`/stations/${STATION}/notes`)).body.data
const states = async () => (await outbox().list()).map(({ state, label }) => `${state} ${label.split(':')[0]}`)

async function write({ user }: Screen, text: string) {
  await user.click(await screen.findByRole('button', { name: 'Nuovo appunto' }))
  await user.click(await screen.findByRole('textbox', { name: /^Testo/ }))
  await user.paste(text)
  await user.dblClick(screen.getByRole('button', { name: 'Salva' }))
  await screen.findByText(text, { selector: 'p' })
}
const card = async (text: string) => within((await screen.findByText(text, { selector: 'p' })).closest('article')!)

test('offline a note is shown at once as waiting, survives a reload, can be changed, and is sent once', () =>
  onScreen('ispettore', `/stazioni/${STATION}?scheda=appunti`, async (world) => {
    const { network, user, reload } = world
    await screen.findByText('Nessun appunto.')
    network.down = true
    await write(world, 'Pompa 3 perde')
    await write(world, 'Manca un estintore')
    await (await card('Pompa 3 perde')).findByText('In attesa di invio')
    await user.click((await card('Pompa 3 perde')).getByRole('button', { name: 'Modifica' }))
    await user.click(await screen.findByRole('textbox', { name: /^Testo/ }))
    await user.paste(' molto')
    await user.click(screen.getByRole('button', { name: 'Salva' }))
    await screen.findByText('Pompa 3 perde molto')
    await reload()
    await (await card('Pompa 3 perde molto')).findByText('In attesa di invio')
    expect(await states()).toEqual(['queued Invio', 'queued Invio', 'queued Modifica'])

    network.down = false
    await drain()
    await waitFor(async () => expect(await states()).toEqual(['sent Invio', 'sent Invio', 'sent Modifica']))
    expect((await stored(world)).map(({ text }) => text)).toEqual(['Manca un estintore', 'Pompa 3 perde molto'])
    await reload()
    await screen.findByText('Manca un estintore')
    expect(screen.getAllByRole('article')).toHaveLength(2)
    expect(screen.queryByText('In attesa di invio')).toBeNull()
    // The list has them: nothing of them stays on the device.
    await waitFor(async () => expect(await outbox().listDrafts()).toEqual([]))
  }))

test('a refused note is corrected from "Invii" and keeps its place', () =>
  onScreen('ispettore', `/stazioni/${STATION}?scheda=appunti`, async (world) => {
    const { network, user, open } = world
    await screen.findByText('Nessun appunto.')
    const no = Response.json({ error: { text: 'Troppo corto.' }, message: 'Dati non validi.' }, { status: 422 })
    network.instead = (method, url) => (method === 'POST' && url.endsWith('/station/notes') ? no.clone() : undefined)
    await write(world, 'Perde')
    await drain()
    await (await card('Perde')).findByText('Da correggere')
    network.instead = () => undefined
    await open('/invii')
    await user.click(await screen.findByRole('link', { name: 'Troppo corto.' }))
    await user.click(await screen.findByRole('textbox', { name: /^Testo/ }))
    await user.paste(' la pompa 3')
    await user.click(screen.getByRole('button', { name: 'Salva' }))
    await screen.findByText('Perde la pompa 3', { selector: 'p' })
    await drain()
    await waitFor(async () => expect(await states()).toEqual(['sent Invio']))
    expect((await stored(world)).map(({ text }) => text)).toEqual(['Perde la pompa 3'])
  }))

test('a note changed by somebody else is compared, and the chosen values are sent', () =>
  onScreen('ispettore', `/stazioni/${STATION}?scheda=appunti`, async (world) => {
    const { as, network, user, open, reload } = world
    await screen.findByText('Nessun appunto.')
    await write(world, 'Pompa 3')
    await drain()
    await reload()
    await (await card('Pompa 3')).findByRole('button', { name: 'Modifica' })
    await waitFor(async () => expect(await outbox().listDrafts()).toEqual([]))
    network.down = true
    await user.click((await card('Pompa 3')).getByRole('button', { name: 'Modifica' }))
    await user.click(await screen.findByRole('textbox', { name: /^Testo/ }))
    await user.paste(' perde')
    await user.click(screen.getByRole('button', { name: 'Salva' }))
    await (await card('Pompa 3 perde')).findByText('In attesa di invio')
    const { uuid } = (await stored(world))[0]!
    expect((await (await as('admin')).put(`/station/notes/${uuid}`, { text: 'Pompa 3 asciutta', rev: 1 })).status).toBe(200)
    network.down = false
    await drain()
    await (await card('Pompa 3 perde')).findByText('Modificato anche altrove')
    await open(`/invii/${(await outbox().list()).find(({ state }) => state === 'conflict')!.id}`)
    await screen.findByText(/^L’appunto è stato modificato anche su un altro dispositivo/)
    await user.click(await screen.findByRole('radio', { name: 'Questo dispositivo: Pompa 3 perde' }))
    await user.click(screen.getByRole('button', { name: 'Unisci' }))
    await waitFor(async () => expect((await states()).at(-1)).not.toContain('conflict'))
    await drain()
    await waitFor(async () => expect((await stored(world)).map(({ text }) => text)).toEqual(['Pompa 3 perde']))
  }))
