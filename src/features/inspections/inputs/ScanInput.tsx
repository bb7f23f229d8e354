import { Button, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { QuestionOf } from '../../../contract/inspections/question.ts'
import { part } from '../../../ui/part.tsx'
import type { InputProps } from './editor-context.ts'

const CodeScanner = part(() => import('../../../ui/CodeScanner.tsx').then((m) => m.CodeScanner))

/** Read by the camera, typed, or put in by a reader that acts as a keyboard. */
export function ScanInput({ question, block, value, onChange, error }: InputProps<QuestionOf<'scan'>, string>) {
  const [scanning, setScanning] = useState(false)
  return (
    <Stack gap="sm">
      <TextInput
        label={question.label}
        value={value ?? ''}
        error={error}
        description={question.expect && block.row?.number ? `Matricola attesa: ${block.row.number}` : undefined}
        autoCapitalize="characters"
        autoComplete="off"
        onChange={(event) => onChange(event.currentTarget.value || null)}
      />
      <Button variant="default" onClick={() => setScanning(true)}>
        Leggi con la fotocamera
      </Button>
      {scanning && (
        <CodeScanner
          title={question.label}
          onClose={() => setScanning(false)}
          onRead={(code) => {
            onChange(code.slice(0, 200))
            setScanning(false)
          }}
        />
      )}
    </Stack>
  )
}
