// @vitest-environment jsdom
import '../setup-dom.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { QuestionOf } from '../../src/contract/inspections/question.ts'
import type { Editor } from '../../src/features/inspections/editor.ts'
import { EditorContext } from '../../src/features/inspections/inputs/editor-context.ts'
import { FileInput } from '../../src/features/inspections/inputs/FileInputs.tsx'
import { createStore } from '../../src/lib/store.ts'
import { renderUi } from '../render.tsx'

const question = { key: 'q', label: 'Documento', type: 'file', ext: ['pdf', 'txt'] } as unknown as QuestionOf<'file'>

it('an attachment that the server would not take is refused before it is called saved, and named', async () => {
  const addFile = vi.fn(async (_name: string, _bytes: ArrayBuffer, _extension: string) => 'uuid')
  const nothing = () => undefined
  const editor = {
    state: createStore({ local: { client_uuid: 'u', files: {} } }),
    addFile,
    taking: nothing,
    flush: nothing,
  } as unknown as Editor
  renderUi(
    <EditorContext value={editor}>
      <FileInput question={question} name="q" value={[]} error={null} onChange={() => {}} block={{} as never} />
    </EditorContext>,
  )
  const chooser = document.querySelector<HTMLInputElement>('input[type=file]')!
  const file = (name: string, text: string) => new File([text], name)
  for (const [name, text] of [
    ['lettera.pdf', 'Questa non è una lettera'],
    ['pagina.pdf', '%PDF-1.4\n<script>alert(1)</script>\n%%EOF'],
    ['pagina.txt', '<html><body>'],
  ] as const) {
    await userEvent.upload(chooser, file(name, text))
    await screen.findByText(`${name}: il contenuto non è quello di un file ${name.slice(-3)}.`)
  }
  expect(addFile).not.toHaveBeenCalled()
  await userEvent.upload(chooser, file('buona.pdf', '%PDF-1.4\n%%EOF'))
  await vi.waitFor(() => expect(addFile).toHaveBeenCalledTimes(1), 20_000)
  expect(addFile.mock.calls[0]![2]).toBe('pdf')
})
