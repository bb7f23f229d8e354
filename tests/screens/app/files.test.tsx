// @vitest-environment jsdom
import '../../setup-dom.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { banks } from '../../../server/db/schema/banks/banks.ts'
import { files } from '../../../server/db/schema/core/system.ts'
import { onScreen, type Screen } from '../support/world.tsx'

const pdf = (name: string, size = 2_000) => new File([`%PDF-1.4\n${' '.repeat(size)}`], name, { type: 'application/pdf' })
const chooser = () => document.querySelector('input[type="file"]') as HTMLInputElement
const uploads = (world: Screen) => world.network.asked.filter((asked) => asked.includes('/upload'))
const load = (world: Screen) => world.user.click(screen.getByRole('button', { name: 'Carica' }))
const stored = ({ db }: Screen) => db.select().from(files).where(eq(files.owner_type, 'bank'))

const atFiles = (test: (world: Screen) => Promise<void>, name = 'contabilita') =>
  onScreen(name, '/stazioni/banche', async (world) => {
    const [bank] = await world.db.select().from(banks).orderBy(banks.name)
    await world.open(`/stazioni/banche/${bank!.id}?scheda=file`)
    await screen.findByText('Nessun file.')
    await test(world)
  })

test('without files nothing is called', () =>
  atFiles(async (world) => {
    await load(world)
    await screen.findByText('Assicurati di aver selezionato dei file')
    expect(uploads(world)).toEqual([])
  }))

test('files are chosen or dropped, taken away, sent in one call, listed', () =>
  atFiles(async (world) => {
    await world.user.upload(chooser(), [pdf('uno.pdf'), pdf('due.pdf')])
    fireEvent.drop(chooser().closest('[data-over]') ?? document.querySelector('[data-over]')!, {
      dataTransfer: { files: [pdf('tre.pdf')] },
    })
    await world.user.click(await screen.findByRole('button', { name: 'Togli due.pdf' }))
    await load(world)
    await screen.findByText('File caricati')
    // The chosen ones are listed too, until they are stored.
    await waitFor(() => expect(screen.queryAllByRole('button', { name: /^Togli/ })).toEqual([]))
    await waitFor(() => expect(screen.getAllByRole('listitem').filter((item) => /\.pdf/.test(item.textContent ?? ''))).toHaveLength(2))
    expect(uploads(world)).toHaveLength(1)
    expect((await stored(world)).map(({ name }) => name)).toHaveMembers(['tre.pdf', 'uno.pdf'])
  }))

test('what was refused stays to be sent again, and a lost answer does not store twice', () =>
  atFiles(async (world) => {
    await world.user.upload(chooser(), [new File(['<svg/>'], 'foto.pdf', { type: 'application/pdf' })])
    await load(world)
    await screen.findByText('Formato file non consentito.')
    await world.user.click(screen.getByRole('button', { name: 'Togli foto.pdf' }))
    await world.user.upload(chooser(), [pdf('ok.pdf')])
    world.network.lose = 1
    await load(world)
    await screen.findByText('Connessione non disponibile. Controlla la rete e riprova.')
    expect(screen.getByRole('button', { name: 'Togli ok.pdf' })).toBeTruthy()
    await load(world)
    await screen.findByText('File caricati')
    expect(await stored(world)).toHaveLength(1)
  }))

test('what is too large or too many is not chosen', () =>
  atFiles(async (world) => {
    const large = pdf('grande.pdf')
    Object.defineProperty(large, 'size', { value: 21 * 1024 * 1024 })
    await world.user.upload(chooser(), [large])
    await screen.findByText('grande.pdf: Il file supera la dimensione massima di 20 MB.')
    expect(screen.queryByRole('button', { name: 'Togli grande.pdf' })).toBeNull()
    await world.user.upload(
      chooser(),
      Array.from({ length: 11 }, (_, at) => pdf(`n${at}.pdf`)),
    )
    await screen.findByText('È possibile caricare al massimo 10 file per volta.')
    expect(screen.getAllByRole('button', { name: /^Togli/ })).toHaveLength(10)
  }))

test('a download has the name the server gives, and is said when done; then the file is deleted', () =>
  atFiles(async (world) => {
    await world.user.upload(chooser(), [pdf('Estratto à.pdf')])
    await load(world)
    await screen.findByText('File caricati')
    const made: Blob[] = []
    Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${made.push(blob)}`, revokeObjectURL: () => undefined })
    const clicked: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      clicked.push(`${this.download} ${this.href}`)
    })
    await world.user.click(await screen.findByRole('button', { name: 'Scarica Estratto à.pdf' }))
    await screen.findByText('Download effettuato.')
    // It is also read in the page, without being saved.
    Object.assign(navigator, { pdfViewerEnabled: true })
    await world.user.click(screen.getByRole('button', { name: 'Apri Estratto à.pdf' }))
    const preview = await screen.findByRole('dialog', { name: 'Estratto à.pdf' })
    expect(preview.querySelector('iframe')!.src).toBe('blob:2')
    await world.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(clicked).toEqual(['Estratto à.pdf blob:1'])
    expect(made[0]!.size).toBe(pdf('x').size)
    vi.restoreAllMocks()

    await world.user.click(screen.getByRole('button', { name: 'Elimina Estratto à.pdf' }))
    await screen.findByText('Eliminare il file "Estratto à.pdf"? L\'operazione non può essere annullata.')
    await world.user.click(screen.getByRole('button', { name: 'Elimina' }))
    await screen.findByText('File eliminato')
    await screen.findByText('Nessun file.')
  }))

test('who may only read finds no way to change the files', () =>
  atFiles(async () => {
    expect(chooser()).toBeNull()
    expect(screen.queryByRole('button', { name: 'Carica' })).toBeNull()
  }, 'lettura.conta'))
