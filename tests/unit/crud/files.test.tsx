// @vitest-environment jsdom
import '../../setup-dom.ts'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { DropZone } from '../../../src/crud/record/DropZone.tsx'
import { FileList } from '../../../src/crud/record/FileList.tsx'
import { renderUi } from '../../render.tsx'

test('files are dropped where it says so', () => {
  const onFiles = vi.fn()
  renderUi(<DropZone onFiles={onFiles} accept=".pdf" />)
  const zone = screen.getByText('Trascina qui i file, oppure').parentElement!
  expect(zone.dataset.over).toBe('false')
  expect(fireEvent.dragOver(zone), 'or the browser would open it').toBe(false)
  expect(zone.dataset.over).toBe('true')
  fireEvent.dragLeave(zone)
  expect(zone.dataset.over).toBe('false')
  fireEvent.dragOver(zone)
  const file = new File(['x'], 'a.pdf')
  expect(fireEvent.drop(zone, { dataTransfer: { files: [file] } })).toBe(false)
  expect([onFiles.mock.calls, zone.dataset.over]).toEqual([[[[file]]], 'false'])
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  expect([input.multiple, input.accept]).toEqual([true, '.pdf'])
})
test('the files of a record have their size and their moment', () => {
  const { unmount } = renderUi(<FileList files={[]}>{() => null}</FileList>)
  expect(document.body.textContent).toContain('Nessun file.')
  unmount()
  renderUi(
    <FileList files={[{ id: 1, name: 'a.pdf', size: 12_345, created_at: '2026-07-05T22:05:00Z' }]}>
      {(file) => <i>{`x${file.id}`}</i>}
    </FileList>,
  )
  expect(screen.getByRole('listitem').textContent).toBe('a.pdf12 kB · 06/07/2026 00:05x1')
})
