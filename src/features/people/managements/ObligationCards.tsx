import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { periodicities } from '../../../contract/expirations/words.ts'
import { type ManagementObligation, managementObligations } from '../../../contract/people/management-obligations.ts'
import { OpenFileButton } from '../../../crud/record/OpenFileButton.tsx'
import { day } from '../../../lib/format.ts'
import { connection } from '../../../lib/online.ts'
import { useCan } from '../../../lib/session.ts'
import { obligationChip } from '../../../rules/people/management-states.ts'
import { IconCheck } from '../../../ui/icons.tsx'
import { part } from '../../../ui/part.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import classes from './ObligationCards.module.css'

const DoneDialog = part(() => import('./DoneDialog.tsx').then((m) => m.DoneDialog))

interface ObligationCardsProps {
  rows: readonly ManagementObligation[]
  /** Names the station too, where they are of several. */
  places?: boolean
}
/** What a manager has to do, one card each, with "Segna come adempiuto". */
export function ObligationCards({ rows, places = false }: ObligationCardsProps) {
  const [chosen, setChosen] = useState<ManagementObligation>()
  const may = useCan()('obl.done')
  const online = connection.use() === 'online'
  const done = online ? 'Segna come adempiuto' : 'Segna come adempiuto (serve la rete)'
  return (
    <>
      <ul className={classes.list}>
        {rows.map((one) => (
          <li key={one.id} className={classes.card}>
            <Group justify="space-between" align="start" wrap="nowrap">
              <div>
                <Text fw={500}>{one.name}</Text>
                <Text size="sm" c="dimmed">
                  {[
                    places && `${one.station.code} ${one.station.name}`,
                    one.due_date && `entro il ${day(one.due_date)}`,
                    periodicities[one.periodicity],
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </Text>
                {one.last_done_at && (
                  <Text size="sm" c="dimmed">
                    {`Adempiuto il ${day(one.last_done_at)}${one.done_by ? ` da ${one.done_by}` : ''}`}
                  </Text>
                )}
                {one.note && <Text size="sm">{one.note}</Text>}
              </div>
              <StatusChip {...obligationChip(one.status)} />
            </Group>
            {(one.files.length > 0 || (may && one.applicable)) && (
              <Group gap="xs" mt="xs">
                {may && one.applicable && (
                  <Button
                    variant="light"
                    leftSection={<IconCheck />}
                    onClick={() => setChosen(one)}
                    disabled={!online}
                    aria-label={`${done}: ${one.name}`}
                  >
                    {done}
                  </Button>
                )}
                {one.files.map((file) => (
                  <OpenFileButton
                    key={file.id}
                    source={managementObligations.file}
                    input={{ id: one.id, fileId: file.id }}
                    name={file.name}
                  >
                    {file.name}
                  </OpenFileButton>
                ))}
              </Group>
            )}
          </li>
        ))}
      </ul>
      {chosen && <DoneDialog row={chosen} onClose={() => setChosen(undefined)} />}
    </>
  )
}
