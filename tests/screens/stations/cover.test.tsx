// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/stations/CoverDialog.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { station_images } from '../../../server/db/schema/stations/station-sets.ts'
import type { World } from '../../api/support/world.ts'
import { media, onScreen, type Screen } from '../support/world.tsx'

Object.assign(URL, { createObjectURL: () => 'blob:cover', revokeObjectURL: () => undefined })
afterEach(() => {
  media.phone = false
})
const picture = async (width = 800) =>
  sharp({ create: { width, height: 400, channels: 3, background: '#135' } })
    .jpeg()
    .toBuffer()
const file = async (width?: number) => new File([new Uint8Array(await picture(width))], 'foto.jpg', { type: 'image/jpeg' })
const stored = ({ db }: Screen) => db.select().from(station_images).where(eq(station_images.station_id, 3))
const uploads = ({ network }: Screen) => network.asked.filter((call) => call.startsWith('POST') && call.includes('station-image'))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const choose = async ({ user }: Screen, one: File) =>
  user.upload(document.querySelector<HTMLInputElement>('[role=dialog] input[type=file]')!, one)

test('a cover is added, replaced and removed; without a file nothing is sent', () =>
  onScreen('admin', '/stazioni/3', async (world) => {
    const { user } = world
    await user.click(await screen.findByRole('button', { name: 'Aggiungi copertina' }))
    const form = await dialog('Copertina del punto vendita')
    await user.click(form.getByRole('button', { name: 'Carica' }))
    await screen.findByText('Immagine non selezionata')
    expect(uploads(world)).toEqual([])
    await choose(world, await file(600))
    await user.click(form.getByRole('button', { name: 'Carica' }))
    await screen.findByText("L'immagine deve essere larga almeno 640 pixel: questa è di 600.")
    form.getByText(/^foto\.jpg/)
    expect(await stored(world)).toEqual([])
    // Another takes the place of the one chosen before, and two clicks are one.
    await choose(world, await file(800))
    await user.dblClick(form.getByRole('button', { name: 'Carica' }))
    await screen.findByText('Cover caricata')
    await screen.findByRole('img', { name: /^Copertina di PV003 / })
    expect(await stored(world)).toHaveLength(1)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Elimina' }))
    await user.click((await dialog('Conferma eliminazione')).getByRole('button', { name: 'Annulla' }))
    expect(await stored(world)).toHaveLength(1)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Elimina' }))
    await user.click((await dialog('Conferma eliminazione')).getByRole('button', { name: 'Elimina' }))
    await screen.findByText('Immagine inserita')
    await screen.findByRole('button', { name: 'Aggiungi copertina' })
    expect(screen.queryByRole('img')).toBeNull()
    expect(await stored(world)).toEqual([])
  }))

test('a reader sees the cover in the right width and cannot upload one', async () => {
  const loaded = async ({ as }: World) => {
    await (await as('admin')).upload('/stations/station-image/3', [{ name: 'foto.jpg', bytes: await picture(1700) }])
  }
  const asked = ({ network }: Screen) => network.asked.filter((call) => /\/stations?\//.test(call))
  for (const [phone, width] of [
    [false, 320],
    [true, 1600],
  ] as const) {
    media.phone = phone
    Object.assign(window, { innerWidth: 1024 })
    await onScreen(
      'autista',
      '/stazioni/3',
      async (world) => {
        await screen.findByRole('img', { name: /^Copertina di PV003 / })
        expect(screen.queryByRole('button', { name: 'Cambia' })).toBeNull()
        expect(screen.queryByRole('button', { name: 'Elimina' })).toBeNull()
        expect(asked(world)).toContain(`GET /api/v1/stations/station-image/3/${width}`)
      },
      loaded,
    )
  }
  await onScreen('autista', '/stazioni/3', async () => {
    await screen.findByRole('heading', { level: 1, name: /^PV003 / })
    await waitFor(() => expect(screen.queryByText('Caricamento in corso')).toBeNull())
    expect(screen.queryByRole('button', { name: 'Aggiungi copertina' })).toBeNull()
  })
})
