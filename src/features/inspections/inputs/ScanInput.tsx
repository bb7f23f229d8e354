import { Button, Stack, TextInput } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { QuestionOf } from '../../../contract/inspection-question.ts'
import type { InputProps } from './context.ts'

const CodeScanner = lazy(() => import('../../../ui/CodeScanner.tsx').then(({ CodeScanner }) => ({ default: CodeScanner })))

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
      <Suspense>
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
      </Suspense>
    </Stack>
  )
}
