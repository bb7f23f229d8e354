import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Signature } from '../../../contract/inspections/answers.ts'
import { dayTime } from '../../../lib/format.ts'
import { notify } from '../../../lib/notify.ts'
import { TYPED } from '../../../rules/inspections/print-answer.ts'
import { part } from '../../../ui/part.tsx'
import { useEditor } from '../editor.ts'
import { useInspectionEditor } from './editor-context.ts'
import classes from './Signer.module.css'
import { usePictures } from './use-pictures.ts'

const SignaturePad = part(() => import('../../../ui/SignaturePad.tsx').then((m) => m.SignaturePad))

export interface SignerProps {
  label: string
  /** Answer key, or `signatures.manager`. */
  name: string
  value: Signature | null | undefined
  /** The name to start with. */
  signer?: string
}
/** A signature with the name of who signs: by hand on the whole screen or, with a keyboard, by the name itself. It can be done again. */
export function Signer({ label, name, value, signer = '' }: SignerProps) {
  const editor = useInspectionEditor()
  const begun = useEditor(editor, ({ local }) => local.drawings?.[name])
  const [who, setWho] = useState(value?.name ?? begun?.name ?? signer)
  const [open, setOpen] = useState(false)
  const [asked, setAsked] = useState(false)
  const pictures = usePictures(value?.file ? [value.file] : [])
  if (value?.file)
    return (
      <Stack gap="xs" align="flex-start">
        {pictures[0]?.src && <img className={classes.signed} src={pictures[0].src} alt={`Firma di ${value.name}`} />}
        <Text>
          Firmato da {value.name} il {dayTime(value.at)}
          {value.typed && TYPED}
        </Text>
        <Button variant="default" onClick={() => editor.sign(name, null)}>
          Firma di nuovo
        </Button>
      </Stack>
    )
  /** A signature needs the name of who signs. */
  const named = (go: () => void) => (who.trim() ? go() : setAsked(true))
  const keep = (png: Promise<ArrayBuffer>, typed = false) =>
    png
      .then((bytes) => editor.signWith(name, bytes, who.trim(), typed))
      .then(() => setOpen(false))
      .catch((error: Error) => notify.error(error.message))
  return (
    <Stack gap="sm">
      <TextInput
        label="Nome del firmatario"
        value={who}
        error={asked && !who.trim() ? 'Indicare chi firma.' : null}
        onChange={(event) => setWho(event.currentTarget.value)}
        required
      />
      {begun && <Text size="sm">La firma è disegnata ma non confermata.</Text>}
      <Group gap="xs" className={classes.ways}>
        <Button onClick={() => named(() => setOpen(true))}>Firma</Button>
        <Button
          variant="subtle"
          onClick={() =>
            named(
              () =>
                void keep(
                  import('../../../ui/signature-png.ts').then((m) => m.typedSignature(who.trim())),
                  true,
                ),
            )
          }
        >
          Firma digitando il nome
        </Button>
      </Group>
      {open && (
        <SignaturePad
          meanwhile={<Text c="dimmed">Apertura del riquadro…</Text>}
          label={label}
          {...(begun && { initial: begun.vector })}
          onDraw={(vector) => editor.draw(name, vector && { name: who, vector })}
          onConfirm={keep}
          onClose={() => setOpen(false)}
        />
      )}
    </Stack>
  )
}
