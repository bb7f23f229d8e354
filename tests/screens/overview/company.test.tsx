// @vitest-environment jsdom
import '../../setup-dom.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { onScreen, type Screen } from '../support/world.tsx'

Object.assign(URL, { createObjectURL: () => 'blob:logo', revokeObjectURL: () => undefined })
const stored = async ({ as }: Screen) => (await (await as('admin')).get('/settings')).body.data
// By its label: to work out the role of everything on the screen, again and again, takes seconds on a busy machine.
const box = (name: string | RegExp) => screen.findByLabelText<HTMLInputElement>(name)
const logo = async () =>
  new File(
    [
      new Uint8Array(
        await sharp({ create: { width: 20, height: 20, channels: 3, background: '#135' } })
          .png()
          .toBuffer(),
      ),
    ],
    'logo.png',
    {
      type: 'image/png',
    },
  )

test('company fields are changed by mouse and keyboard; an invalid value is refused at its field', () =>
  onScreen('admin', '/impostazioni', async (world) => {
    const told = {
      'Ragione sociale': 'Rete Prova S.p.A.',
      'Sede legale': 'Via Roma 1, 20100 Milano MI',
      Contatti: 'Tel. 02 123456',
      'Informativa privacy': 'https://rete.example.it/privacy',
    }
    for (const [label, value] of Object.entries(told)) fireEvent.change(await box(new RegExp(`^${label}`)), { target: { value } })
    fireEvent.change(await box(/^Partita IVA/), { target: { value: '123' } })
    await world.user.click(screen.getByRole('button', { name: 'Salva' }))
    const piva = await box(/^Partita IVA/)
    await waitFor(() => expect(piva.getAttribute('aria-invalid')).toBe('true'))
    expect((await stored(world)).name).not.toBe('Rete Prova S.p.A.')
    fireEvent.change(await box(/^Partita IVA/), { target: { value: '00743110157' } })
    fireEvent.change(await box(/^Soglia di approvazione/), { target: { value: '1500,50' } })
    await world.user.click(await box(/^Verifica in due passaggi obbligatoria/))
    await world.user.keyboard('{Control>}s{/Control}')
    const now = {
      name: told['Ragione sociale'],
      address: told['Sede legale'],
      contacts: told.Contatti,
      privacy_url: told['Informativa privacy'],
    }
    await waitFor(async () =>
      expect(await stored(world)).toMatchObject({ ...now, piva: '00743110157', order_approval_over: 1500.5, second_factor_required: true }),
    )
  }))

test('a logo is uploaded, shown, and removed after a confirmation', () =>
  onScreen('admin', '/impostazioni', async (world) => {
    await screen.findByText('Nessun logo: nei verbali c’è il nome.')
    await world.user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, await logo())
    await world.user.click(screen.getByRole('button', { name: 'Carica' }))
    await screen.findByRole('img', { name: 'Logo dell’azienda' })
    expect((await stored(world)).logo_at).not.toBeNull()
    await world.user.click(screen.getByRole('button', { name: 'Elimina il logo' }))
    const dialog = async () => within(await screen.findByRole('dialog'))
    await world.user.click((await dialog()).getByRole('button', { name: 'Annulla' }))
    expect((await stored(world)).logo_at).not.toBeNull()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await world.user.click(screen.getByRole('button', { name: 'Elimina il logo' }))
    await world.user.click((await dialog()).getByRole('button', { name: 'Elimina' }))
    await screen.findByText('Nessun logo: nei verbali c’è il nome.')
    expect((await stored(world)).logo_at).toBeNull()
  }))

test('with read access the company cannot be changed, neither on screen nor by a call', () =>
  onScreen('rete', '/impostazioni', async (world) => {
    const admin = await world.as('admin')
    await admin.upload('/settings/logo', [{ name: 'logo.png', bytes: Buffer.from(await (await logo()).arrayBuffer()) }])
    await world.reload()
    const { rev } = await stored(world)
    await screen.findByRole('img', { name: 'Logo dell’azienda' })
    await screen.findByRole('heading', { name: 'Dati dell’azienda' })
    screen.getByText('Ragione sociale')
    expect(screen.queryByRole('button', { name: /Salva|Carica|Elimina/ })).toBeNull()
    expect(screen.queryByRole('textbox')).toBeNull()
    const rete = await world.as('rete')
    expect((await rete.put('/settings', { rev, name: 'Altra' })).status).toBe(403)
    expect((await rete.del('/settings/logo')).status).toBe(403)
  }))
