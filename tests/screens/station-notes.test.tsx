// @vitest-environment jsdom
import '../setup-dom.ts'
import '../../src/features/stations/StationNotes.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { session } from '../../src/lib/session.ts'
import { outbox } from '../../src/outbox/runtime.ts'
import { engineOf } from './device.ts'
import { onScreen, type Screen } from './world.tsx'

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

test('without a network a note is shown at once as waiting, kept through a reload, changed there, and sent once', () =>
  onScreen('ispettore', `/stazioni/${STATION}`, async (world) => {
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
