import { Button, FileButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Signature } from '../../../contract/inspection-answers.ts'
import type { QuestionOf } from '../../../contract/inspection-question.ts'
import { dayTime } from '../../../lib/format.ts'
import { notify } from '../../../lib/notify.ts'
import { useEditor } from '../editor.ts'
import { type InputProps, useEditing } from './context.ts'
import { Photos } from './Photos.tsx'

const SignaturePad = lazy(() => import('../../../ui/SignaturePad.tsx').then((m) => ({ default: m.SignaturePad })))

export function PhotoInput({ question, name }: InputProps<QuestionOf<'photo'>, string[]>) {
  return <Photos name={name} label={question.label} place="v" max={question.max} gallery={question.gallery} />
}

interface SignerProps {
  label: string
  /** Answer key, or `signatures.manager`. */
  name: string
  value: Signature | null | undefined
  /** The name to start with. */
  signer?: string
}
/** A signature with the name of who signs; what was signed can be signed again. */
export function Signer({ label, name, value, signer = '' }: SignerProps) {
  const editor = useEditing()
  const [who, setWho] = useState(value?.name ?? signer)
  const [png, setPng] = useState<ArrayBuffer | null>(null)
  const begun = useEditor(editor, ({ local }) => local.drawings?.[name]?.vector)
  if (value?.file)
    return (
      <Group justify="space-between">
        <Text>
          Firmato da {value.name} il {dayTime(value.at)}
        </Text>
        <Button variant="default" onClick={() => editor.sign(name, null)}>
          Firma di nuovo
        </Button>
      </Group>
    )
  return (
    <Stack gap="sm">
      <TextInput label="Nome del firmatario" value={who} onChange={(event) => setWho(event.currentTarget.value)} required />
      <Suspense fallback={<Text c="dimmed">Apertura del riquadro…</Text>}>
        <SignaturePad
          label={label}
          {...(begun && { initial: begun })}
          onChange={(signature) => {
            setPng(signature?.png ?? null)
            editor.draw(name, signature?.vector ? { name: who, vector: signature.vector } : null)
          }}
        />
      </Suspense>
      <Button
        disabled={!png || !who.trim()}
        onClick={() => {
          if (!png) return
          void editor.signWith(name, png, who.trim()).catch((error: Error) => notify.error(error.message))
        }}
      >
        Conferma firma
      </Button>
    </Stack>
  )
}
export function SignatureInput({ question, name, value }: InputProps<QuestionOf<'signature'>, Signature>) {
  return <Signer label={question.label} name={name} value={value} />
}

export function FileInput({ question, name, value, error }: InputProps<QuestionOf<'file'>, string[]>) {
  const editor = useEditing()
  const files = useEditor(editor, (state) => state.local.files)
  const [problem, setProblem] = useState<string>()
  async function add(chosen: File[]) {
    setProblem(undefined)
    for (const file of chosen) {
      const ext = file.name.split('.').at(-1)?.toLowerCase() ?? ''
      if (!question.ext.includes(ext)) setProblem(`${file.name}: sono ammessi i formati ${question.ext.join(', ')}.`)
      else if (file.size > 20 * 1024 * 1024) setProblem(`${file.name}: Il file supera la dimensione massima di 20 MB.`)
      else await editor.addFile(name, await file.arrayBuffer(), ext).catch((error: Error) => setProblem(`${file.name}: ${error.message}`))
    }
  }
  return (
    <Stack gap="sm" align="flex-start">
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
