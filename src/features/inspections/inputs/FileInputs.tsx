import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Signature } from '../../../contract/inspections/answers.ts'
import type { QuestionOf } from '../../../contract/inspections/question.ts'
import { session } from '../../../lib/session.ts'
import { savingBegins } from '../../../outbox/saving-files.ts'
import { useEditor } from '../editor.ts'
import { inspectionKey } from '../local-inspection.ts'
import { type InputProps, useInspectionEditor } from './editor-context.ts'
import { LostFiles, useTaking } from './LostFiles.tsx'
import { Photos } from './Photos.tsx'
import { Signer } from './Signer.tsx'

export function PhotoInput({ question, name }: InputProps<QuestionOf<'photo'>, string[]>) {
  return <Photos name={name} label={question.label} slot="v" max={question.max} gallery={question.gallery} />
}

export function SignatureInput({ question, name, value }: InputProps<QuestionOf<'signature'>, Signature>) {
  const signer = question.role === 'ispettore' ? session.get().user?.name : undefined
  return <Signer label={question.label} name={name} value={value} {...(signer && { signer })} />
}

export function FileInput({ question, name, value, error }: InputProps<QuestionOf<'file'>, string[]>) {
  const editor = useInspectionEditor()
  const files = useEditor(editor, (state) => state.local.files)
  const [problem, setProblem] = useState<string>()
  const taking = useTaking(name, 'v')
  async function keep(file: File, ext: string) {
    const bytes = await file.arrayBuffer()
    // As the server will: nothing is refused after it was called saved.
    const { fileKind, isPolyglot: isTwofold } = await import('../../../contract/kernel/file-kinds.ts')
    const mime = fileKind(ext, new Uint8Array(bytes))
    if (!mime || isTwofold(mime, new Uint8Array(bytes))) throw new Error(`il contenuto non è quello di un file ${ext}.`)
    await editor.addFile(name, bytes, ext)
  }
  async function add(chosen: File[]) {
    setProblem(undefined)
    taking.begins(chosen.length)
    const done = savingBegins(inspectionKey(editor.state.get().local.client_uuid), chosen.length, 'file')
    for (const file of chosen) {
      const ext = file.name.split('.').at(-1)?.toLowerCase() ?? ''
      try {
        if (!question.ext.includes(ext)) throw new Error(`sono ammessi i formati ${question.ext.join(', ')}.`)
        if (file.size > 20 * 1024 * 1024) throw new Error('Il file supera la dimensione massima di 20 MB.')
        await keep(file, ext)
      } catch (error) {
        taking.fails()
        setProblem(`${file.name}: ${(error as Error).message}`)
      }
      done()
    }
  }
  return (
    <Stack gap="sm" align="flex-start">
      <LostFiles name={name} slot="v" />
      {(value ?? []).map((uuid, at) => (
        <Group key={uuid}>
          <Text>
            Allegato {at + 1} ({files[uuid]?.mime ?? 'inviato'})
          </Text>
          <Button variant="subtle" color="red" onClick={() => editor.removeFile(name, 'v', uuid)}>
            Rimuovi
          </Button>
        </Group>
      ))}
      <FileButton multiple accept={question.ext.map((ext) => `.${ext}`).join(',')} onChange={(chosen) => void add(chosen)}>
        {(props) => (
          <Button variant="default" {...props}>
            Allega file
          </Button>
        )}
      </FileButton>
      {(problem ?? error) && (
        <Text c="red" role="alert">
          {problem ?? error}
        </Text>
      )}
    </Stack>
  )
}
