import { Button, FocusTrap, Group, Overlay, Paper, Portal, Text, Title, VisuallyHidden } from '@mantine/core'
import { useDocumentVisibility, useIdle, useInterval } from '@mantine/hooks'
import { useEffect, useId, useState } from 'react'
import { idleFor, idleLimit, lock, touch, WARNING_MS } from '../lib/lock.ts'

const SECOND_MS = 1_000
/** Announced once each, not every second. */
const SAID = [20, 10, 5]

/** Locks a shared device after a time without activity, with a warning 20 seconds before. Time asleep counts. */
export function IdleWatch() {
  const idle = useIdle(SECOND_MS, { initialState: false })
  const visible = useDocumentVisibility()
  const [title, text] = [useId(), useId()]
  /** Seconds left; undefined while no warning is shown. */
  const [left, setLeft] = useState<number>()
  function look() {
    // Once the warning is shown only its button counts as activity, not an accidental touch of the mouse.
    if (!idle && left === undefined && document.visibilityState === 'visible' && idleFor() < idleLimit()) touch()
    const rest = idleLimit() - idleFor()
    if (rest <= 0) void lock()
    else setLeft(rest <= WARNING_MS ? Math.ceil(rest / SECOND_MS) : undefined)
  }
  useInterval(look, SECOND_MS, { autoInvoke: true })
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again the moment the page is seen again, before anybody reads it
  useEffect(look, [visible])
  function stay() {
    touch()
    setLeft(undefined)
  }
  const said = SAID.findLast((seconds) => left !== undefined && seconds >= left)
  if (left === undefined) return null
  return (
    // Mantine's Modal has the role of a plain dialog; this one is an alertdialog.
    <Portal>
      <Overlay fixed center p="md" zIndex="var(--mantine-z-index-max)">
        <FocusTrap active>
          <Paper
            role="alertdialog"
            aria-modal
            aria-labelledby={title}
            aria-describedby={text}
            p="lg"
            maw={440}
            onKeyDown={({ key }) => key === 'Escape' && stay()}
          >
            <Title order={2} id={title}>
              Sei ancora qui?
            </Title>
            <Text my="lg" id={text}>
              Questo è un dispositivo condiviso e nessuno lo usa da un po’: si blocca tra{' '}
              <Text span fw={600}>
                {left === 1 ? '1 secondo' : `${left} secondi`}
              </Text>
              . Quello che hai scritto resta salvato.
            </Text>
            <VisuallyHidden role="status">{said && `Mancano ${said} secondi al blocco.`}</VisuallyHidden>
            <Group justify="flex-end">
              <Button variant="default" onClick={() => void lock()}>
                Blocca adesso
              </Button>
              <Button data-autofocus onClick={stay}>
                Continua a lavorare
              </Button>
            </Group>
          </Paper>
        </FocusTrap>
      </Overlay>
    </Portal>
  )
}
