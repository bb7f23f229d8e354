import { Button, Card, Group, Stack, Text } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import { inspections } from '../../contract/inspections/inspections.ts'
import { OUTCOMES } from '../../contract/inspections/labels.ts'
import type { StationVerbale } from '../../contract/inspections/offline.ts'
import { DownloadButton } from '../../crud/import/DownloadButton.tsx'
import { saveFile } from '../../crud/import/download.ts'
import { bytes, day, dayTime } from '../../lib/format.ts'
import { connection } from '../../lib/online.ts'
import { inspectionNumber } from '../../rules/inspections/columns.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { fieldDb, type KeptVerbale } from './field-store.ts'
import { isKeptVerbale, keptVerbaleFile } from './kept-verbale.ts'
import { fetchContext } from './prepare-offline.ts'
import { outcomeTone } from './words.ts'

interface VerbaliProps {
  station_id: number
  code: string
  onClose: () => void
}
/** The last verbali of a station, as this device knows them; the last one of a pinned station opens without a network too. */
export function Verbali({ station_id, code, onClose }: VerbaliProps) {
  const online = connection.use() === 'online'
  const phone = usePhone()
  const held = useLiveQuery(async () => ({ kept: await fieldDb().contexts.get(station_id) }), [station_id])
  const [fresh, setFresh] = useState<StationVerbale[]>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    if (!online) return
    const here = new AbortController()
    fetchContext(station_id, here.signal).then(
      ({ verbali }) => setFresh(verbali),
      (error: Error) => !here.signal.aborted && setProblem(error.message),
    )
    return () => here.abort()
  }, [station_id, online])
  const rows = fresh ?? held?.kept?.data.verbali
  const waiting = held === undefined || (online && !problem)
  return (
    <Dialog opened onClose={onClose} title={`Ultimi verbali di ${code}`} fullScreen={phone} size="lg">
      <Stack gap="sm">
        <Text size="sm" c="dimmed" role="status">
          {fresh
            ? ''
            : rows
              ? `Elenco del ${dayTime(held?.kept?.at)}.`
              : waiting
                ? 'Caricamento…'
                : 'I verbali di questo punto vendita non sono noti su questo dispositivo: per vederli serve la rete.'}
        </Text>
        {problem && (
          <Text size="sm" c="red" role="alert">
            {problem}
          </Text>
        )}
        {rows?.length === 0 && <Text>Nessun verbale che puoi aprire.</Text>}
        {rows?.map((row) => (
          <Verbale
            key={row.id}
            row={row}
            paper={isKeptVerbale(held?.kept?.paper, row) ? held?.kept?.paper : undefined}
            onOpen={(paper) => void keptVerbaleFile(station_id, paper).then(saveFile, (error: Error) => setProblem(error.message))}
            online={online}
          />
        ))}
      </Stack>
    </Dialog>
  )
}

interface VerbaleProps {
  row: StationVerbale
  /** Its PDF is on this device. */
  paper: KeptVerbale | undefined
  onOpen: (paper: KeptVerbale) => void
  online: boolean
}
function Verbale({ row, paper, onOpen, online }: VerbaleProps) {
  const size = paper?.size ?? row.size
  const name = `Verifica n. ${inspectionNumber(row)}`
  return (
    <Card withBorder padding="sm" component="article" aria-label={name}>
      <Group justify="space-between" gap="xs">
        <Text fw={500}>{name}</Text>
        {row.outcome && <StatusChip tone={outcomeTone[row.outcome]} label={OUTCOMES[row.outcome]} />}
      </Group>
      <Text size="sm" c="dimmed" mb="xs">
        {[row.model_name, day(row.completed_at), row.inspector, size && bytes(size)].filter(Boolean).join(' · ')}
      </Text>
      {paper ? (
        <Group gap="xs">
          <Button variant="default" onClick={() => onOpen(paper)}>
            Apri il PDF
          </Button>
          <Text size="sm">Su questo dispositivo.</Text>
        </Group>
      ) : online ? (
        <DownloadButton source={inspections.pdf} input={{ id: row.id }} label={`Scarica il PDF della ${name.toLowerCase()}`}>
          Scarica il PDF
        </DownloadButton>
      ) : (
        <Text size="sm" c="dimmed">
          Il PDF non è su questo dispositivo: per aprirlo serve la rete.
        </Text>
      )}
    </Card>
  )
}
