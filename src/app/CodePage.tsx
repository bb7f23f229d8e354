import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { withoutAddress } from '../rules/equipment/label-code.ts'
import { IconCamera, IconSearch } from '../ui/icons.tsx'
import { Page } from '../ui/Page.tsx'
import { part } from '../ui/part.tsx'
import { CodeFound } from './CodeFound.tsx'

// Camera and decoder are fetched when needed.
const CodeScanner = part(() => import('../ui/CodeScanner.tsx').then((m) => m.CodeScanner))

/** "Leggi un codice": opens what a scanned or typed code names. An address with a code opens it at once. */
export function CodePage() {
  const { code } = useParams({ strict: false }) as { code?: string }
  const navigate = useNavigate()
  const [scanning, setScanning] = useState(false)
  const [typed, setTyped] = useState(code ?? '')
  const [asked, setAsked] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const open = (text: string) => {
    const next = withoutAddress(text)
    if (!next) return
    setScanning(false)
    setTyped(next)
    void navigate({ to: '/q/{-$code}', params: { code: next }, replace: !!code })
  }
  return (
    <Page title="Leggi un codice">
      <Stack gap="md" maw="36rem">
        <Text>
          Inquadra il QR di un punto vendita, di un’attrezzatura o di un buono carburante, oppure scrivi il codice stampato sotto, il codice
          P.V. o una matricola.
        </Text>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            setAsked(true)
            if (typed.trim()) open(typed)
            else box.current?.focus()
          }}
        >
          <Group align="flex-end" gap="xs">
            <TextInput
              ref={box}
              label="Codice"
              value={typed}
              error={asked && !typed.trim() && 'Il campo Codice è obbligatorio.'}
              maxLength={500}
              autoCapitalize="characters"
              autoComplete="off"
              placeholder="ES-55"
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <Button type="submit" variant="default" leftSection={<IconSearch />}>
              Apri
            </Button>
            <Button leftSection={<IconCamera />} onClick={() => setScanning(true)}>
              Usa la fotocamera
            </Button>
          </Group>
        </form>
        {code && <CodeFound key={code} code={code} />}
      </Stack>
      {scanning && <CodeScanner title="Leggi un codice" onClose={() => setScanning(false)} onRead={open} />}
    </Page>
  )
}
