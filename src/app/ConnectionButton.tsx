import { Popover, Stack, Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { OfflineData, OfflineReadiness } from '../features/inspections/PrepareOffline.tsx'
import { connection } from '../lib/online.ts'
import { useCan } from '../lib/session.ts'
import { OutboxBadge, OutboxState } from '../outbox/OutboxBadge.tsx'
import { LinkButton } from '../ui/links.tsx'
import { useDesk } from '../ui/use-desk.ts'
import classes from './layout.module.css'

const SAID = {
  online: 'Il server risponde: ciò che salvi parte subito.',
  unreachable: 'Il server non risponde. Ciò che salvi resta su questo dispositivo e parte da sé appena risponde.',
  offline: 'Senza rete. Ciò che salvi resta su questo dispositivo e parte da sé quando la rete torna.',
}
/**
 * The state of the connection in the top bar. On a phone it links to the queue; on a desktop it opens an explanation and the data held on
 * this device.
 */
export const ConnectionButton = () => (useDesk() ? <Opened /> : <OutboxBadge />)

function Opened() {
  const state = connection.use()
  const works = useCan()('insp')
  const [opened, setOpened] = useState(false)
  const [looking, setLooking] = useState(false)
  return (
    <>
      <Popover position="bottom-end" width={400} trapFocus returnFocus opened={opened} onChange={setOpened}>
        <Popover.Target>
          <UnstyledButton className={classes.connection} title="Connessione e invii" onClick={() => setOpened((before) => !before)}>
            <OutboxState />
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown>
          <Stack gap="sm">
            <Text>{SAID[state]}</Text>
            {works && (
              <OfflineReadiness
                whole
                onLook={() => {
                  setOpened(false)
                  setLooking(true)
                }}
              />
            )}
            <LinkButton to="/invii" variant="default" onClick={() => setOpened(false)}>
              Apri gli invii
            </LinkButton>
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {looking && <OfflineData onClose={() => setLooking(false)} />}
    </>
  )
}
