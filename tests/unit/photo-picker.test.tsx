// @vitest-environment jsdom
import '../setup-dom.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { type Photo, PhotoPicker } from '../../src/ui/PhotoPicker.tsx'
import { renderUi } from '../render.tsx'

// Pixels are tested in a real browser; here a file is unreadable if its name says so.
vi.mock('../../src/ui/image.ts', () => ({
  prepareImage: async (file: File) => {
    if (file.name.startsWith('rotta')) throw new Error("Il file non è un'immagine leggibile.")
    return { bytes: new ArrayBuffer(1), thumbnail: new ArrayBuffer(1), mime: 'image/jpeg', width: 1, height: 1 }
  },
}))

function Picker({ refuse = false }: { refuse?: boolean }) {
  const [photos, setPhotos] = useState<Photo[]>([])
  return (
    <PhotoPicker
      photos={photos}
      max={3}
      onTake={take}
      onRemove={(gone) => {
        setPhotos(photos.filter((photo) => photo !== gone))
        return () => setPhotos(photos)
      }}
      onAdd={async () => {
        if (refuse) throw new Error('Spazio esaurito sul dispositivo.')
        setPhotos((before) => [...before, { id: String(before.length), src: 'x:', alt: `Foto ${before.length + 1}` }])
      }}
    />
  )
}
/** What was told about the chosen files. */
const told: unknown[] = []
const take = (chosen: number) => {
  told.push(chosen)
  return (problem?: string) => void told.push(problem)
}
beforeEach(() => told.splice(0))
const gallery = () => document.querySelectorAll<HTMLInputElement>('input[type=file]')[1]!
const file = (name: string) => new File(['x'], name, { type: 'image/jpeg' })

it('the camera comes first', () => {
  renderUi(<Picker />)
  const [camera] = document.querySelectorAll<HTMLInputElement>('input[type=file]')
  expect(camera!.getAttribute('capture')).toBe('environment')
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Scatta foto', 'Dalla galleria'])
})

it('good files are kept, bad ones are named with the reason', async () => {
  renderUi(<Picker />)
  await userEvent.upload(gallery(), [file('a.jpg'), file('rotta.jpg'), file('b.jpg')])
  await screen.findByText("rotta.jpg: Il file non è un'immagine leggibile.")
  await screen.findByText('2 di 3')
  expect(screen.getAllByRole('button', { name: /^Apri/ })).toHaveLength(2)
  await waitFor(() => expect(told).toEqual([3, undefined, "rotta.jpg: Il file non è un'immagine leggibile.", undefined]))
})

it('takes no more than there is room for, and says so', async () => {
  renderUi(<Picker />)
  await userEvent.upload(gallery(), ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'].map(file))
  await screen.findByText('3 di 3')
  expect(screen.getByText('Al massimo 3 foto: ne sono state prese 3 su 4.')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Scatta foto' }).disabled).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Apri Foto 2' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Elimina' }))
  expect(screen.getByText('2 di 3')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Rimetti la foto' }))
  expect(screen.getByText('3 di 3')).toBeTruthy()
})

it('what could not be kept is not shown as kept', async () => {
  renderUi(<Picker refuse />)
  await userEvent.upload(gallery(), [file('a.jpg')])
  await screen.findByText('a.jpg: Spazio esaurito sul dispositivo.')
  await waitFor(() => expect(screen.queryByLabelText('Preparazione delle foto')).toBeNull())
  expect(screen.getByText('0 di 3')).toBeTruthy()
})

it('a photo that was deleted, or refused, may be chosen again', async () => {
  renderUi(<Picker />)
  const same = file('a.jpg')
  await userEvent.upload(gallery(), same)
  await userEvent.click(await screen.findByRole('button', { name: 'Apri Foto 1' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Elimina' }))
  await screen.findByText('0 di 3')
  await userEvent.upload(gallery(), same)
  await screen.findByText('1 di 3')
  const broken = file('rotta.jpg')
  for (const times of [1, 2]) {
    await userEvent.upload(gallery(), broken)
    await waitFor(() => expect(told.filter((one) => String(one).startsWith('rotta'))).toHaveLength(times))
  }
})

it('a thumbnail opens large, and arrows go to the next', async () => {
  renderUi(<Picker />)
  await userEvent.upload(gallery(), [file('a.jpg'), file('b.jpg')])
  await userEvent.click(await screen.findByRole('button', { name: 'Apri Foto 1' }))
  await screen.findByText('1 di 2')
  await userEvent.keyboard('{ArrowRight}')
  await screen.findByText('2 di 2')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByText('2 di 2')).toBeNull())
})

it('a photo in a format that cannot be shown here says so in its place, and cannot be drawn on', async () => {
  const photo: Photo = { id: 'a', src: '', unseen: 'HEIC', alt: 'Piazzale, foto 1' }
  renderUi(<PhotoPicker photos={[photo]} onAdd={async () => {}} onRemove={() => () => {}} onTake={take} onAnnotate={() => {}} />)
  expect(screen.getByRole('button', { name: 'Apri Piazzale, foto 1' }).textContent).toBe('HEIC')
  await userEvent.click(screen.getByRole('button', { name: 'Apri Piazzale, foto 1' }))
  await screen.findByText("Formato HEIC: su questo dispositivo non si vede. Si vedrà dopo l'invio.")
  expect(screen.getByRole('button', { name: 'Elimina' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Disegna' })).toBeNull()
})
