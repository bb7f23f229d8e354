import { Group, Text } from '@mantine/core'
import { qr } from '../../../contract/equipment/qr.ts'
import type { Output } from '../../../contract/kernel/endpoint.ts'
import { download } from '../../../crud/import/download.ts'
import { useDelete } from '../../../crud/record/delete.ts'
import { MoreButton } from '../../../crud/record/MoreButton.tsx'
import { StoredPicture } from '../../../crud/record/StoredPicture.tsx'
import { IconDownload, IconTrash } from '../../../ui/icons.tsx'
import { LinkAnchor } from '../../../ui/links.tsx'
import classes from './qr.module.css'

/** One QR: its picture, whose it is, what it says, and what may be done with it. */
export function QrCard({ one: { name, url, station, created_at, writable } }: { one: Output<typeof qr.list>['data'][number] }) {
  const remove = useDelete(qr.remove, 'il QR')
  const place = `${station.code} ${station.name}`
  const sheet = (of: 'stations' | 'equipment') => () => download(qr.sheet, { of, station_id: [station.id] })
  return (
    <li className={classes.card}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text fw={600} className={classes.name}>
          {name}
        </Text>
        <MoreButton
          actions={[
            { label: 'Stampa il QR', icon: IconDownload, onSelect: sheet('stations') },
            { label: 'Stampa i codici delle attrezzature', icon: IconDownload, onSelect: sheet('equipment') },
            ...(writable
              ? [{ label: 'Elimina', icon: IconTrash, danger: true, onSelect: () => remove({ station: station.id }, `${name}, ${place}`) }]
              : []),
          ]}
        />
      </Group>
      <StoredPicture
        source={qr.picture}
        input={{ station: station.id }}
        at={created_at}
        alt={`QR di ${place}`}
        className={classes.picture}
      />
      <LinkAnchor to="/stazioni/$id" params={{ id: station.id }}>
        {place}
      </LinkAnchor>
      <Text size="sm" c="dimmed" className={classes.name} title={url ?? undefined}>
        {url ?? 'Dall’immagine non si legge un codice.'}
      </Text>
    </li>
  )
}
