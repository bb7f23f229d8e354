import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { notify } from '../../lib/notify.ts'
import type { Listed } from '../../outbox/read.ts'
import { draftKeyOf, STUCK } from '../../outbox/rows.ts'
import { outbox, wake } from '../../outbox/runtime.ts'
import { useDiscard } from '../../outbox/use-discard.ts'

/** Actions on a message that has not reached the server: a refused one can be corrected, sent again or copied, and any can be deleted. */
export function PendingActions({ item, message }: { item: Listed; message: string }) {
  const discard = useDiscard()
  const stuck = STUCK.includes(item.state)
  // "Correggi" in the list of unsent work links to this message by the hash of the address.
  const asked = useRouterState({ select: ({ location }) => location.hash })
  const wanted = stuck && asked === item.entity
  const [text, setText] = useState(wanted ? message : undefined)
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => box.current?.focus(), [])
  const act = (work: Promise<unknown>) =>
    void work.then(
      () => wake('user'),
      (error: Error) => notify.error(error.message),
    )
  function correct() {
    act(outbox().fix(item.id, { input: { ...(item.input as object), message: text! } }))
    setText(undefined)
  }
  const copy = () =>
    void navigator.clipboard.writeText(message).then(
      () => notify.success('Testo copiato.'),
      () => notify.error('Il browser non lascia copiare: seleziona il testo e copialo a mano.'),
    )
  return (
    <Stack gap="xs" w="100%">
      {stuck && item.lastError && (
        <Text size="sm" c="red" role="alert">
          {item.lastError.message}
        </Text>
      )}
      {text !== undefined && (
        <Textarea ref={box} label="Testo" value={text} onChange={(event) => setText(event.currentTarget.value)} maxLength={10_000} />
      )}
      <Group gap="xs">
        {text !== undefined ? (
          <>
            <Button disabled={!text.trim()} onClick={correct}>
              Salva e invia
            </Button>
            <Button variant="default" onClick={() => setText(undefined)}>
              Annulla
            </Button>
          </>
        ) : (
          stuck && (
            <>
              <Button variant="default" onClick={() => act(outbox().retry(item.id))}>
                Riprova
              </Button>
              <Button variant="default" onClick={() => setText(message)}>
                Correggi
              </Button>
              <Button variant="default" onClick={copy}>
                Copia il testo
              </Button>
            </>
          )
        )}
        {text === undefined && (
          <Button variant="subtle" color="red" onClick={() => void discard(draftKeyOf(item))}>
            Elimina
          </Button>
        )}
      </Group>
    </Stack>
  )
}
